#include "balance/round_robin.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "tests/balance/pools.h"

namespace guideway::balance {
namespace {

RoundRobin build(const std::vector<Backend>& backends, std::uint64_t first = 0) {
  auto turns = build_round_robin(backends, {.first = first});
  EXPECT_TRUE(turns);
  return *std::move(turns);
}

std::string turns_of(const std::vector<Backend>& backends) {
  auto round_robin = build(backends);
  std::string text;
  for (std::uint32_t i = 0; i < round_robin.period(); ++i) text += backends[round_robin.pick()].name;
  return text;
}

TEST(RoundRobin, TakesTurns) {
  EXPECT_EQ(turns_of({{"a"}, {"b"}, {"c"}}), "abc");
  EXPECT_EQ(turns_of({{"c"}, {"a"}, {"b"}}), "abc");
  EXPECT_EQ(turns_of({{"a"}}), "a");
  EXPECT_EQ(turns_of({{"a", 7}, {"b", 0}}), "a");
}

TEST(RoundRobin, IsSmooth) {
  EXPECT_EQ(turns_of({{"a", 1}, {"b", 3}}), "babb");
  EXPECT_EQ(turns_of({{"a", 5}, {"b", 1}, {"c", 1}}), "aabaaca");
  EXPECT_EQ(turns_of({{"a", 400}, {"b", 200}, {"c", 200}}), "abac");
}

TEST(RoundRobin, RepeatsAfterAPeriodAndBeginsWhereItIsTold) {
  const auto pool = weighted({3, 4, 5});
  auto one = build(pool.list), later = build(pool.list, 5);
  ASSERT_EQ(one.period(), 12u);
  std::vector<std::uint32_t> picks;
  for (int i = 0; i < 40; ++i) picks.push_back(one.pick());
  for (std::size_t i = 0; i + 12 < picks.size(); ++i) EXPECT_EQ(picks[i], picks[i + 12]);
  for (std::size_t i = 5; i < picks.size(); ++i) EXPECT_EQ(later.pick(), picks[i]);
  for (std::size_t i = 0; i < picks.size(); ++i) EXPECT_EQ(one.turn(i), picks[i]);
}

TEST(RoundRobin, RefusesAPeriodThatIsTooLongAndSaysWhatToDo) {
  const auto long_one = build_round_robin(weighted({1, UINT32_MAX}).list);
  ASSERT_FALSE(long_one);
  EXPECT_EQ(long_one.error().code, "balance.period-too-long");
  EXPECT_EQ(long_one.error().message, "these weights repeat only after 4294967296 turns");
  EXPECT_EQ(long_one.error().hint, "at most 4194304 are kept: divide the weights by 1024 or more, and round");
  EXPECT_FALSE(build_round_robin(weighted({1, kMaxPeriod}).list));
  EXPECT_EQ(build(weighted({UINT32_MAX - 1, (UINT32_MAX - 1) / 2}).list).period(), 3u);
  EXPECT_EQ(build_round_robin({}).error().code, "balance.no-weight");
}

TEST(RoundRobin, TakesAsManyBackendsAsATurnCanName) {
  const auto most = build(equal(65'536).list);
  ASSERT_EQ(most.period(), 65'536u);
  std::vector<bool> had(65'536);
  for (std::uint32_t i = 0; i < most.period(); ++i) had[most.turn(i)] = true;
  EXPECT_EQ(std::ranges::count(had, true), 65'536);
  EXPECT_EQ(build_round_robin(equal(65'537).list).error().code, "balance.too-many-backends");
}

// Any weights, also some that are far apart, and as many turns as there are: never further from the ideal than
// 1 - 1 / (2 n - 2) of a turn. All in integers, times sum * (2 n - 2).
RC_GTEST_PROP(RoundRobin, IsNeverAWholeTurnAwayFromTheIdeal, ()) {
  const auto count = *rc::gen::inRange(2U, 30U);
  const auto most = *rc::gen::elementOf(std::vector<std::uint32_t>{1, 2, 3, 10, 100, 1000});
  const auto weights = *rc::gen::container<std::vector<std::uint32_t>>(
      count, rc::gen::oneOf(rc::gen::inRange(1U, most + 1), rc::gen::just(most), rc::gen::just(1U)));
  const auto pool = weighted(weights);
  const auto round_robin = *build_round_robin(pool.list);
  const auto sum = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  const auto divisor = std::accumulate(weights.begin(), weights.end(), 0U, std::gcd<std::uint32_t, std::uint32_t>);
  RC_ASSERT(round_robin.period() == sum / divisor);

  const std::int64_t d = 2 * std::int64_t{count} - 2;
  std::vector<std::int64_t> had(count);
  for (std::int64_t turns = 1; turns <= round_robin.period(); ++turns) {
    ++had[round_robin.turn(static_cast<std::uint64_t>(turns - 1))];
    for (std::size_t i = 0; i < count; ++i)
      if (std::abs(turns * weights[i] - had[i] * sum) * d > sum * (d - 1)) RC_FAIL("too far");
  }
  for (std::size_t i = 0; i < count; ++i) RC_ASSERT(had[i] == weights[i] / divisor);
}

}  // namespace
}  // namespace guideway::balance
