// First fit between the ranges that are taken: arenas hold a few thousand tables at most, and places are
// looked for once a snapshot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace guideway::dataplane {

class Arena {
 public:
  explicit Arena(std::uint32_t size) : size_(size) {}

  void take(std::uint32_t begin, std::uint32_t count) {
    if (count > 0) taken_.push_back({begin, begin + count});
    sorted_ = false;
  }

  std::optional<std::uint32_t> allocate(std::uint32_t count) {
    if (!sorted_) std::ranges::sort(taken_, {}, &Range::begin);
    sorted_ = true;
    std::uint32_t at = 0;
    auto next = taken_.begin();
    for (; next != taken_.end(); ++next) {
      if (next->begin >= at && next->begin - at >= count) break;
      at = std::max(at, next->end);
    }
    if (at > size_ || size_ - at < count) return std::nullopt;
    if (count > 0) taken_.insert(next, {at, at + count});
    return at;
  }

 private:
  struct Range {
    std::uint32_t begin, end;
  };
  std::uint32_t size_;
  std::vector<Range> taken_;
  bool sorted_ = true;
};

}  // namespace guideway::dataplane
