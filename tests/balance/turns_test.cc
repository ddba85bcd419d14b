#include "balance/maglev/turns.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace guideway::balance {
namespace {

using Rounds = std::vector<std::vector<std::uint16_t>>;

// The contract, read literally: every contender is asked in every round.
Rounds rounds_asked_one_by_one(const std::vector<std::uint32_t>& weights, std::uint32_t scale, std::size_t count) {
  Rounds rounds;
  std::vector<std::uint64_t> t(weights.size());
  for (std::uint64_t r = 1; rounds.size() < count; ++r) {
    std::vector<std::uint16_t> round;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (r * weights[i] < t[i]) continue;
      t[i] += scale;
      round.push_back(static_cast<std::uint16_t>(i));
    }
    if (!round.empty()) rounds.push_back(round);
  }
  return rounds;
}

void expect_same(const std::vector<std::uint32_t>& weights, std::uint32_t scale, std::size_t count) {
  SCOPED_TRACE("scale " + std::to_string(scale) + ", weights " + testing::PrintToString(weights));
  Turns turns(weights, scale);
  for (const auto& expected : rounds_asked_one_by_one(weights, scale, count)) {
    const auto round = turns.next();
    ASSERT_EQ(std::vector(round.begin(), round.end()), expected);
  }
}

TEST(Turns, AreEverybodysInEveryRoundWhenWeightsAreEqual) {
  expect_same({1}, 1, 10);
  expect_same({7, 7, 7}, 100, 10);
}

TEST(Turns, FollowTheWeights) {
  expect_same({1, 2, 3, 10}, 10, 1000);
  expect_same({100, 100, 50}, 100, 1000);
  expect_same({99, 100, 1}, 100, 3000);
  expect_same({2, 3}, 3, 1000);
  expect_same({1, 2}, 1000, 3000);
  expect_same({999, 1000, 500, 501, 499, 1}, 1000, 5000);
}

TEST(Turns, HoldForRandomWeightsAcrossWordsAndRings) {
  std::mt19937 random(2);
  for (int run = 0; run < 200; ++run) {
    const std::uint32_t scale = 1 + random() % (run % 2 ? 10 : 1000);
    std::vector<std::uint32_t> weights(1 + random() % 200);
    for (auto& weight : weights) weight = 1 + random() % scale;
    expect_same(weights, scale, 300);
  }
}

}  // namespace
}  // namespace guideway::balance
