#include "balance/maglev/turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace guideway::balance {
namespace {

using Weights = std::vector<std::uint32_t>;

// The contract, read literally: every contender is asked in every round.
std::vector<std::uint32_t> asked_one_by_one(const Weights& weights, std::uint32_t scale, std::size_t count) {
  std::vector<std::uint32_t> turns;
  std::vector<std::uint64_t> t(weights.size());
  for (std::uint64_t r = 1;; ++r)
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
      if (r * weights[i] < t[i]) continue;
      t[i] += scale;
      turns.push_back(i);
      if (turns.size() == count) return turns;
    }
}

void expect_same(const Weights& weights, std::uint32_t scale, std::size_t count) {
  SCOPED_TRACE("scale " + std::to_string(scale) + ", weights " + testing::PrintToString(weights));
  const auto expected = asked_one_by_one(weights, scale, count);
  for (const bool distinct : {false, true}) {
    Turns turns(weights, scale);
    std::vector<std::uint32_t> all;
    for (std::size_t most = 1; all.size() < count; most = most % 700 + 3) {
      const auto some = distinct ? turns.next_distinct(most) : turns.next(most);
      ASSERT_GE(some.size(), 1u);
      ASSERT_LE(some.size(), most);
      all.insert(all.end(), some.begin(), some.end());
      if (!distinct) continue;
      std::vector<std::uint32_t> sorted(some.begin(), some.end());
      std::ranges::sort(sorted);
      ASSERT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
    }
    all.resize(count);
    ASSERT_EQ(all, expected);
  }
}

TEST(Turns, AreEverybodysInEveryRoundWhenWeightsAreEqual) {
  expect_same({1}, 1, 3000);
  expect_same({7, 7, 7}, 100, 3000);
  expect_same(Weights(2000, 100), 100, 9000);
}

TEST(Turns, FollowTheWeights) {
  expect_same({1, 2, 3, 10}, 10, 3000);
  expect_same({100, 100, 50}, 100, 3000);
  expect_same({99, 100, 1}, 100, 3000);
  expect_same({2, 3}, 3, 3000);
  expect_same({1, 2}, 1000, 3000);
  expect_same({1}, 1000, 3000);
  expect_same({1, 1, 1, 1000}, 1000, 3000);
  expect_same({999, 1000, 500, 501, 499, 1}, 1000, 9000);
}

TEST(Turns, HoldForRandomWeightsOverMoreThanAPeriod) {
  std::mt19937 random(2);
  for (int run = 0; run < 100; ++run) {
    const std::uint32_t scale = 1 + random() % (run % 2 ? 10 : 1000);
    const std::uint32_t most = 1 + random() % scale;
    Weights weights(1 + random() % 100);
    for (auto& weight : weights) weight = 1 + random() % most;
    expect_same(weights, scale, run % 10 == 0 ? 60'000 : 3000);
  }
}

}  // namespace
}  // namespace guideway::balance
