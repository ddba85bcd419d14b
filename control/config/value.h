// One node of the document as the section readers see it: a node, where it stands, and whom to tell.
// Readers never look at positions or build paths themselves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "control/config/report.h"
#include "control/config/tree.h"

namespace guideway::config {

struct Entry;

class Value {
 public:
  Value(const TreeNode& node, Place place, Report& report) : node_(&node), place_(std::move(place)), report_(&report) {}

  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] bool is(TreeNode::Kind kind) const { return node_->kind == kind; }
  [[nodiscard]] bool is_word(std::string_view word) const { return is(TreeNode::Kind::scalar) && node_->text == word; }
  [[nodiscard]] std::string_view text() const { return node_->text; }  // of a scalar

  // "a list", "a mapping", "nothing", or the scalar in quotes.
  [[nodiscard]] std::string describe() const;

  // What is inside. The wrong kind of node is reported and read as empty; so is, for a mapping, nothing
  // at all (`node:`), silently. Of keys given twice the first counts and the others are reported.
  [[nodiscard]] std::vector<Value> items() const;
  [[nodiscard]] std::vector<Entry> entries() const;

  void error(std::string_view code, std::string message, std::string hint = {}) const;
  void warning(std::string_view code, std::string message, std::string hint = {}) const;
  void wrong_type(std::string_view expected) const;
  [[nodiscard]] Report& report() const { return *report_; }

 private:
  const TreeNode* node_;
  Place place_;
  Report* report_;
};

struct Entry {
  std::string_view key;
  Place place;  // the key's position
  Value value;
};

}  // namespace guideway::config
