#include "balance/least_connections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/balance/pools.h"

namespace guideway::balance {
namespace {

LeastConnections build(const std::vector<Backend>& backends, std::uint64_t seed = 0) {
  auto built = build_least_connections(backends, {.seed = seed});
  EXPECT_TRUE(built);
  return *std::move(built);
}

TEST(LeastConnections, RefuseAListWithoutWeight) {
  EXPECT_EQ(build_least_connections({}).error().code, "balance.no-weight");
}

TEST(LeastConnections, FillEvenly) {
  const auto pool = equal(7);
  auto least = build(pool.list);
  for (std::uint32_t round = 1; round <= 20; ++round) {
    for (int i = 0; i < 7; ++i) least.pick();
    for (std::size_t i = 0; i < 7; ++i) ASSERT_EQ(least.loads().of(i), round);
  }
}

TEST(LeastConnections, FillByWeightAndLeaveOutWeightZero) {
  const auto pool = weighted({1, 2, 0, 7});
  auto least = build(pool.list);
  for (int i = 0; i < 1000; ++i) least.pick();
  EXPECT_EQ(least.loads().of(0), 100u);
  EXPECT_EQ(least.loads().of(1), 200u);
  EXPECT_EQ(least.loads().of(2), 0u);
  EXPECT_EQ(least.loads().of(3), 700u);
}

TEST(LeastConnections, GoWhereSomethingWasReleased) {
  const auto pool = equal(5);
  auto least = build(pool.list);
  for (int i = 0; i < 50; ++i) least.pick();
  EXPECT_TRUE(least.release(3));
  EXPECT_EQ(least.pick(), 3u);
}

TEST(LeastConnections, DrawTheSameFromTheSameSeed) {
  const auto pool = equal(50);
  auto one = build(pool.list, 5), same = build(pool.list, 5), other = build(pool.list, 6);
  int differ = 0;
  for (int i = 0; i < 200; ++i) {
    const auto chosen = one.pick();
    EXPECT_EQ(same.pick(), chosen);
    differ += other.pick() != chosen;
  }
  EXPECT_GT(differ, 150);
}

// Chi-square with k - 1 degrees of freedom has mean k - 1 and deviation sqrt(2 (k - 1)); six deviations above is
// passed by chance far less than once in a million. The seed is fixed: it passes always or never.
void expect_fair(const std::vector<int>& counts) {
  double sum = 0, chi_square = 0;
  for (const auto count : counts) sum += count;
  const double expected = sum / static_cast<double>(counts.size());
  for (const auto count : counts) chi_square += (count - expected) * (count - expected) / expected;
  const double freedom = static_cast<double>(counts.size()) - 1;
  EXPECT_LT(chi_square, freedom + 6 * std::sqrt(2 * freedom));
}

TEST(LeastConnections, DrawAmongAllThatAreIdle) {
  const auto pool = equal(30);
  auto least = build(pool.list, 1);
  std::vector<int> counts(30);
  for (int i = 0; i < 30'000; ++i) {
    const auto chosen = least.pick();
    ++counts[chosen];
    least.release(chosen);
  }
  expect_fair(counts);
}

// Some of a crowd are tied, at places that are unevenly far apart, and of different weights.
TEST(LeastConnections, DrawAmongTheTiedWhereverTheyStand) {
  const std::vector<std::size_t> tied = {0, 1, 2, 11, 12, 29};
  std::vector<std::uint32_t> weights(30, 2);
  weights[1] = weights[29] = 4;
  const auto pool = weighted(weights);
  auto least = build(pool.list, 2);
  for (std::size_t i = 0; i < 30; ++i) {
    const bool is_tied = std::ranges::find(tied, i) != tied.end();
    least.take(static_cast<std::uint32_t>(i), (is_tied ? 3 : 4) * weights[i] - 1);  // (load + 1) / weight: 3 or 4
  }
  std::vector<int> counts(30);
  for (int i = 0; i < 12'000; ++i) {
    const auto chosen = least.pick();
    ++counts[chosen];
    least.release(chosen);
  }
  std::vector<int> of_tied;
  for (const auto i : tied) of_tied.push_back(std::exchange(counts[i], 0));
  expect_fair(of_tied);
  EXPECT_EQ(std::ranges::max(counts), 0);
}

}  // namespace
}  // namespace guideway::balance
