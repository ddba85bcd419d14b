#include "control/config/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "control/config/parse.h"

namespace guideway::config {
namespace {

Place place_of(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1, {}}; }
Place place_of(const TreeNode& node) { return {node.line, node.column, {}}; }

}  // namespace

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (started_)
    throw Breach{place_of(mark), "many-documents", "a second YAML document starts here",
                 "a file holds one; remove the ---"};
  started_ = true;
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  leaf(add(TreeNode::Kind::null, mark, {}), anchor);
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& text) {
  TreeNode& node = add(TreeNode::Kind::scalar, mark, tag);
  node.text = text;
  last_scalar_ = &node;
  leaf(node, anchor);
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value) {
  open(add(TreeNode::Kind::list, mark, tag), anchor);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value) {
  open(add(TreeNode::Kind::map, mark, tag), anchor);
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const Extent extent = anchored(anchor);
  if (extent.node == nullptr)
    throw Breach{place_of(mark), "alias-loop", "an alias inside the very value that it names",
                 "write out what is meant here"};
  attach(extent, place_of(mark));
}

TreeNode& TreeBuilder::add(TreeNode::Kind kind, const YAML::Mark& mark, const std::string& tag) {
  const bool tagged = !tag.empty() && tag != "?" && tag != "!";  // these two stand for "none": plain, quoted
  if (tagged) throw Breach{place_of(mark), "tag", "the tag " + quote(tag) + " means nothing here", "remove it"};
  TreeNode& node = document_.nodes.emplace_back();
  node.kind = kind;
  node.line = mark.line + 1;
  node.column = mark.column + 1;
  return node;
}

void TreeBuilder::leaf(TreeNode& node, YAML::anchor_t anchor) {
  const Extent extent{&node};
  if (anchor != 0) anchored(anchor) = extent;
  attach(extent, place_of(node));
}

void TreeBuilder::open(TreeNode& node, YAML::anchor_t anchor) {
  if (anchor != 0) anchored(anchor) = {};
  attach({&node}, place_of(node));
  open_.push_back({&node, anchor, {&node}});
}

void TreeBuilder::close() {
  const Open closed = open_.back();
  open_.pop_back();
  if (closed.anchor != 0) anchored(closed.anchor) = closed.extent;
  if (open_.empty()) return;
  Extent& parent = open_.back().extent;
  parent.height = std::max(parent.height, closed.extent.height + 1);
  parent.size += closed.extent.size - 1;  // attach() has counted the node itself
}

void TreeBuilder::attach(const Extent& extent, const Place& place) {
  if (std::ssize(open_) + extent.height > kMaxDepth)
    throw Breach{place, "too-deep", fmt::format("nested more than {} levels deep", kMaxDepth),
                 "no setting lies that deep; is a bracket not closed?"};
  size_ += extent.size;
  if (size_ > kMaxNodes)
    throw Breach{place, "too-large", fmt::format("more than {} values, aliases followed", kMaxNodes),
                 "no configuration needs as many; do aliases of aliases multiply?"};
  if (open_.empty()) {
    document_.root = extent.node;
    return;
  }
  Open& parent = open_.back();
  parent.node->items.push_back(extent.node);
  parent.extent.height = std::max(parent.extent.height, extent.height + 1);
  parent.extent.size += extent.size;
}

TreeBuilder::Extent& TreeBuilder::anchored(YAML::anchor_t anchor) {
  if (anchored_.size() <= anchor) anchored_.resize(anchor + 1);
  return anchored_[anchor];
}

}  // namespace guideway::config
