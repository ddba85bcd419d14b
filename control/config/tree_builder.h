// Builds the tree out of yaml-cpp's events, and throws `Breach` the moment a bound is passed: an
// exception, because only that stops the parser, and parse() catches it on the other side.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <string>
#include <vector>

#include "control/config/report.h"
#include "control/config/tree.h"

namespace guideway::config {

struct Breach {
  Place place;
  std::string code;
  std::string message;
  std::string hint;
};

class TreeBuilder final : public YAML::EventHandler {
 public:
  [[nodiscard]] const TreeNode* innermost() const { return open_.empty() ? nullptr : open_.back().node; }
  [[nodiscard]] const TreeNode* last_scalar() const { return last_scalar_; }
  Document take() { return std::move(document_); }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  struct Extent {  // a node with all that is below it, aliases followed
    const TreeNode* node = nullptr;
    int height = 1;
    std::uint64_t size = 1;
  };
  struct Open {
    TreeNode* node = nullptr;
    YAML::anchor_t anchor = 0;
    Extent extent;
  };

  TreeNode& add(TreeNode::Kind kind, const YAML::Mark& mark, const std::string& tag);
  void leaf(TreeNode& node, YAML::anchor_t anchor);
  void open(TreeNode& node, YAML::anchor_t anchor);
  void close();
  void attach(const Extent& extent, const Place& place);
  Extent& anchored(YAML::anchor_t anchor);

  Document document_;
  const TreeNode* last_scalar_ = nullptr;
  bool started_ = false;
  std::uint64_t size_ = 0;        // of the document so far, aliases followed
  std::vector<Open> open_;        // from the root to where we are
  std::vector<Extent> anchored_;  // by anchor; without a node while that is still open
};

}  // namespace guideway::config
