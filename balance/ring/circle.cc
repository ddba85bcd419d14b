#include "balance/ring/circle.h"

#include <bit>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/hash/mix.h"

namespace guideway::balance {

namespace {

template <class Use>
void for_each_point(std::span<const Share> shares, Use&& use) {
  for (const auto& [seed, points, owner] : shares)
    for (std::uint64_t j = 0; j < points; ++j) use(core::mix_nth(seed, j), owner);
}

// In order from `begin` to `end`, by insertion: there are about as many as none, and equals keep their order.
void put_right(Circle& circle, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t i = begin + 1; i < end; ++i) {
    const auto position = circle.positions[i];
    const auto owner = circle.owners[i];
    std::uint32_t at = i;
    for (; at > begin && circle.positions[at - 1] > position; --at) {
      circle.positions[at] = circle.positions[at - 1];
      circle.owners[at] = circle.owners[at - 1];
    }
    circle.positions[at] = position;
    circle.owners[at] = owner;
  }
}

}  // namespace

Circle lay_out(std::span<const Share> shares) {
  std::uint32_t points = 0;
  for (const auto& share : shares) points += share.points;
  const std::uint32_t buckets = 2 * std::bit_ceil(points);
  Circle circle{std::vector<std::uint64_t>(points + 1), std::vector<std::uint32_t>(points + 1),
                std::vector<std::uint32_t>(buckets), static_cast<std::uint32_t>(64 - std::countr_zero(buckets))};

  for_each_point(shares, [&](std::uint64_t position, std::uint32_t) { ++circle.first[position >> circle.shift]; });
  std::uint32_t begin = 0;
  for (auto& bucket : circle.first) begin += std::exchange(bucket, begin);
  for_each_point(shares, [&](std::uint64_t position, std::uint32_t owner) {
    const auto at = circle.first[position >> circle.shift]++;
    circle.positions[at] = position;
    circle.owners[at] = owner;
  });
  begin = 0;  // placing has moved each bucket's begin to its end
  for (auto& bucket : circle.first) {
    const auto end = std::exchange(bucket, begin);
    put_right(circle, begin, end);
    begin = end;
  }
  circle.positions.back() = std::numeric_limits<std::uint64_t>::max();
  circle.owners.back() = circle.owners.front();
  return circle;
}

}  // namespace guideway::balance
