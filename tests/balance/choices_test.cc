#include "balance/choices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "balance/maglev.h"
#include "core/hash/mix.h"
#include "tests/balance/pools.h"

namespace guideway::balance {
namespace {

Choices build(const std::vector<Backend>& backends, const ChoicesOptions& options = {}, std::uint32_t size = 4093) {
  auto table = build_maglev(backends, {.size = size});
  EXPECT_TRUE(table);
  auto choices = build_choices(*std::move(table), backends, options);
  EXPECT_TRUE(choices);
  return *std::move(choices);
}

TEST(Choices, RefuseAnotherListThanTheTables) {
  const auto pool = equal(3);
  const auto table = build_maglev(pool.list, {.size = 13});
  ASSERT_TRUE(table);
  const auto code = [&](const std::vector<Backend>& backends, std::uint32_t choices = 2) {
    const auto built = build_choices(*table, backends, {.choices = choices});
    return built ? "built" : built.error().code;
  };
  EXPECT_EQ(code(pool.list), "built");
  EXPECT_EQ(code(pool.list, 0), "balance.bad-choices");
  EXPECT_EQ(code(pool.list, kMostChoices + 1), "balance.bad-choices");
  EXPECT_EQ(code({{"backend-0"}, {"backend-1"}}), "balance.other-backends");
  EXPECT_EQ(code({{"backend-1"}, {"backend-0"}, {"backend-2"}}), "balance.other-backends");
  EXPECT_EQ(code({{"backend-0"}, {"backend-1"}, {"backend-2", 0}}), "balance.other-backends");
}

TEST(Choices, ConsiderTheTablesPickFirstThenOthers) {
  const auto pool = equal(20);
  for (const std::uint32_t d : {1U, 2U, 3U, kMostChoices}) {
    const auto choices = build(pool.list, {.choices = d});
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const auto word = core::mix(i);
      const auto found = choices.candidates(word);
      ASSERT_EQ(found.count, d);
      ASSERT_EQ(found.backend[0], choices.table().pick(word));
      ASSERT_EQ(std::set<std::uint32_t>(found.backend, found.backend + d).size(), d);
    }
  }
}

TEST(Choices, AreAsManyAsThereAreOwners) {
  for (const std::size_t owners : {1U, 2U, 3U}) {
    const auto pool = equal(owners);
    const auto choices = build(pool.list, {.choices = 5});
    for (std::uint64_t i = 0; i < 300; ++i) EXPECT_EQ(choices.candidates(core::mix(i)).count, owners);
  }
}

TEST(Choices, WithoutLoadAWordGoesWhereTheTableSendsIt) {
  const auto pool = equal(20);
  for (std::uint64_t i = 0; i < 200; ++i) {
    auto choices = build(pool.list, {}, 127);
    EXPECT_EQ(choices.pick(core::mix(i)), choices.table().pick(core::mix(i)));
  }
}

TEST(Choices, TakeTheLighterForItsWeight) {
  const auto pool = weighted({10, 100});
  auto choices = build(pool.list);
  choices.take(0, 1);
  choices.take(1, 18);
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto word = core::mix(i);
    if (choices.candidates(word).count < 2) continue;  // sixteen words of the heavy one in a row
    EXPECT_EQ(choices.pick(word), 1u);                 // 19 / 100 against 2 / 10
    EXPECT_TRUE(choices.release(1));
  }
  choices.take(1, 2);
  const auto both = [&](std::uint64_t word) { return choices.candidates(word).count == 2; };
  std::uint64_t word = 0;
  while (!both(core::mix(word))) ++word;
  EXPECT_EQ(choices.pick(core::mix(word)), 0u);  // 21 / 100 against 2 / 10
}

TEST(Choices, DrawTheSameFromTheSameSeed) {
  const auto pool = equal(50);
  auto one = build(pool.list, {.seed = 5}), same = build(pool.list, {.seed = 5}), other = build(pool.list, {.seed = 6});
  int differ = 0;
  for (int i = 0; i < 200; ++i) {
    const auto chosen = one.pick();
    EXPECT_EQ(same.pick(), chosen);
    differ += other.pick() != chosen;
  }
  EXPECT_GT(differ, 150);
}

// Balls into bins, a thousand of each. One choice: the fullest bin of ten runs holds 5 to 8 balls (ln n / ln ln n is
// 3.6, and more for the constant); two: 3 or 4 (ln ln n / ln 2 + O(1)); three: 3 at most. Seeds are fixed, so this is
// no matter of chance; the bounds leave one ball more.
TEST(Choices, MakeTheFullestBinSmall) {
  const auto bins = equal(1000);
  const auto fullest = [&](std::uint32_t d, std::uint64_t seed) {
    auto choices = build(bins.list, {.choices = d, .seed = seed}, 65537);
    for (int ball = 0; ball < 1000; ++ball) choices.pick();
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < 1000; ++i) most = std::max(most, choices.loads().of(i));
    return most;
  };
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    EXPECT_GE(fullest(1, seed), 5u);
    EXPECT_LE(fullest(2, seed), 4u);
    EXPECT_LE(fullest(3, seed), 3u);
  }
}

// Heavily loaded, loads follow weights: within a few of weight's share, however many balls there are.
TEST(Choices, FollowWeights) {
  std::vector<std::uint32_t> weights;
  for (std::uint32_t i = 0; i < 40; ++i) weights.push_back(20 + 20 * (i % 5));
  const auto pool = weighted(weights);
  auto choices = build(pool.list, {.seed = 1});
  for (int i = 0; i < 40 * 60 * 20; ++i) choices.pick();  // the mean weight is 60: 20 for each unit of weight
  for (std::size_t i = 0; i < weights.size(); ++i)
    EXPECT_NEAR(choices.loads().of(i), 20.0 * weights[i], 0.1 * 20 * weights[i]) << i;
}

}  // namespace
}  // namespace guideway::balance
