#include "control/config/value.h"

#include <fmt/format.h>

#include <map>

namespace guideway::config {

std::string Value::describe() const {
  switch (node_->kind) {
    case TreeNode::Kind::null: return "nothing";
    case TreeNode::Kind::scalar: return quote(node_->text);
    case TreeNode::Kind::list: return "a list";
    case TreeNode::Kind::map: return "a mapping";
  }
  return {};
}

std::vector<Value> Value::items() const {
  std::vector<Value> values;
  if (!is(TreeNode::Kind::list)) {
    wrong_type("a list");
    return values;
  }
  for (const TreeNode* const item : node_->items) {
    Place place = place_.item(values.size());
    place.line = item->line;
    place.column = item->column;
    values.emplace_back(*item, std::move(place), *report_);
  }
  return values;
}

std::vector<Entry> Value::entries() const {
  std::vector<Entry> entries;
  if (is(TreeNode::Kind::null)) return entries;
  if (!is(TreeNode::Kind::map)) {
    wrong_type("a mapping");
    return entries;
  }
  std::map<std::string_view, int> line_of;
  for (std::size_t i = 0; i + 1 < node_->items.size(); i += 2) {
    const TreeNode& key = *node_->items[i];
    const TreeNode& node = *node_->items[i + 1];
    const Place at{key.line, key.column, place_.path};
    if (key.kind != TreeNode::Kind::scalar) {
      report_->error(at, "wrong-type", "a key must be a word");
      continue;
    }
    const Place key_place = at.key(key.text);
    const auto [first, fresh] = line_of.emplace(key.text, key.line);
    if (!fresh) {
      report_->error(key_place, "duplicate-key", fmt::format("given twice, first in line {}", first->second),
                     "remove one of the two");
      continue;
    }
    Place value_place = key_place;
    if (node.kind != TreeNode::Kind::null) {  // nothing has no position of its own
      value_place.line = node.line;
      value_place.column = node.column;
    }
    entries.push_back({key.text, key_place, Value(node, std::move(value_place), *report_)});
  }
  return entries;
}

void Value::error(std::string_view code, std::string message, std::string hint) const {
  report_->error(place_, code, std::move(message), std::move(hint));
}

void Value::warning(std::string_view code, std::string message, std::string hint) const {
  report_->warning(place_, code, std::move(message), std::move(hint));
}

void Value::wrong_type(std::string_view expected) const {
  error("wrong-type", fmt::format("expected {}, found {}", expected, describe()));
}

}  // namespace guideway::config
