#include "balance/ring/shares.h"

#include <algorithm>

#include "balance/xxh64.h"

namespace guideway::balance {

namespace {

class Points {
 public:
  Points(std::span<const Backend> backends, std::span<const std::uint32_t> roster, std::uint32_t scale)
      : backends_(backends), roster_(roster), scale_(scale) {}

  std::uint64_t of(std::uint32_t weight, std::uint64_t full) const {
    return std::max<std::uint64_t>(1, (full * weight + scale_ / 2) / scale_);
  }

  std::uint64_t total(std::uint64_t full) const {
    std::uint64_t sum = 0;
    for (const auto i : roster_) sum += of(backends_[i].weight, full);
    return sum;
  }

  // The smallest `full` from `low` on that gives `total` points or more; `high` does. The total never falls as
  // `full` rises.
  std::uint64_t reaching(std::uint64_t total_wanted, std::uint64_t low, std::uint64_t high) const {
    while (low < high) {
      const auto middle = low + (high - low) / 2;
      if (total(middle) >= total_wanted)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

 private:
  std::span<const Backend> backends_;
  std::span<const std::uint32_t> roster_;
  std::uint32_t scale_;
};

}  // namespace

std::vector<Share> shares_of(std::span<const Backend> backends, std::span<const std::uint32_t> roster,
                             const RingOptions& options) {
  const Points points(backends, roster, options.weight_scale);
  std::uint64_t full = options.points;
  if (points.total(full) < options.min_points)  // a weight of 1 alone gets min_points when full is this high
    full = points.reaching(options.min_points, full, std::uint64_t{options.min_points} * options.weight_scale);
  if (points.total(full) > options.max_points)  // and with 1, each has one point
    full = points.reaching(std::uint64_t{options.max_points} + 1, 1, full) - 1;

  std::vector<Share> shares;
  shares.reserve(roster.size());
  for (const auto i : roster)
    shares.push_back({xxh64(backends[i].name, 3), static_cast<std::uint32_t>(points.of(backends[i].weight, full)), i});
  return shares;
}

}  // namespace guideway::balance
