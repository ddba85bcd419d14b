// What yaml-cpp says about broken YAML, in words that help: its messages name productions of the YAML
// grammar and point to where it gave up, often the end of the file.
#pragma once

#include <yaml-cpp/exceptions.h>

#include <string_view>

#include "control/config/report.h"
#include "control/config/tree.h"

namespace guideway::config {

// `innermost`: the list or mapping that was open when the parser gave up, if any.
void report_syntax(const YAML::Exception& exception, std::string_view text, const TreeNode* innermost, Report& report);

// yaml-cpp takes the end of a file, after a line break, for the end of a quoted text as well. Reports it if
// the document's last scalar is one of those.
void report_open_quote(std::string_view text, const TreeNode& last, Report& report);

}  // namespace guideway::config
