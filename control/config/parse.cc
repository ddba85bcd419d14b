#include "control/config/parse.h"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>

#include "control/config/syntax.h"
#include "control/config/tree_builder.h"

namespace guideway::config {

std::optional<Document> parse(std::string_view text, Report& report) {
  TreeBuilder builder;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Breach& breach) {
    report.error(breach.place, breach.code, breach.message, breach.hint);
    return std::nullopt;
  } catch (const YAML::Exception& exception) {
    report_syntax(exception, text, builder.innermost(), report);
    return std::nullopt;
  }
  if (builder.last_scalar() != nullptr) report_open_quote(text, *builder.last_scalar(), report);
  if (report.failed()) return std::nullopt;
  Document document = builder.take();
  if (document.root == nullptr || document.root->kind == TreeNode::Kind::null) {
    report.error({1, 1, {}}, "empty", "the file says nothing", "docs/configuration.md has a small one to start from");
    return std::nullopt;
  }
  return document;
}

}  // namespace guideway::config
