// The configuration for verbs that need one: warnings and errors go to stderr, as people read them.
#pragma once

#include <optional>
#include <string>

#include "control/config/load.h"

namespace guideway::cli {

// Nothing: the file is wrong, stderr says why, and the verb ends with Exit::bad_input.
std::optional<config::Config> load_config(const std::string& file);

void print_diagnostics(const std::vector<config::Diagnostic>& diagnostics);  // and their sum, to stderr

}  // namespace guideway::cli
