#include "control/config/reference.h"

#include <fmt/format.h>

#include "control/config/sections.h"

namespace guideway::config {
namespace {

std::string standard_text(const Key& key) {
  if (key.standard.empty()) return "";
  if (key.standard == kRequired) return "**required**";
  const bool literal = key.standard.find(' ') == std::string_view::npos;  // else it is a phrase
  return literal ? fmt::format("`{}`", key.standard) : std::string(key.standard);
}

}  // namespace

std::string reference() {
  Reference sections;
  for (const auto describe : {describe_document, describe_cluster, describe_node, describe_listeners, describe_pools,
                              describe_backends, describe_health, describe_services})
    describe(sections);
  std::string text;
  for (const auto& [path, keys] : sections) {
    text += path.empty() ? "### The file\n" : fmt::format("### `{}`\n", path);
    text += "\n| key | default | what it is |\n| --- | --- | --- |\n";
    for (const Key& key : keys) text += fmt::format("| `{}` | {} | {} |\n", key.name, standard_text(key), key.meaning);
    text += "\n";
  }
  return text;
}

}  // namespace guideway::config
