// The YAML document as nodes with positions. Our own, not YAML::Node, because that one drops duplicate
// keys, forgets where a key stands, and lets a node contain itself. An alias is a second pointer to the
// same node: a document never contains a cycle, and how deep and how large it is when all aliases are
// followed is bounded while it is read (parse.h).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace guideway::config {

struct TreeNode {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  Kind kind = Kind::null;
  int line = 0;
  int column = 0;
  std::string text;                    // of a scalar
  std::vector<const TreeNode*> items;  // of a list: its items; of a map: key, value, key, value ...
};

struct Document {
  std::deque<TreeNode> nodes;  // all of them, at addresses that stay
  const TreeNode* root = nullptr;
};

}  // namespace guideway::config
