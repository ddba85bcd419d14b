#include "balance/loads.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "balance/limits.h"
#include "core/hash/mix.h"
#include "tests/balance/pools.h"

namespace guideway::balance {
namespace {

Loads build(const std::vector<Backend>& backends, LoadsLayout layout = LoadsLayout::apart) {
  auto loads = build_loads(backends, layout);
  EXPECT_TRUE(loads);
  return *std::move(loads);
}

TEST(Loads, CountWhatIsTakenAndReleased) {
  const auto pool = weighted({1, 2, 3});
  for (const auto layout : {LoadsLayout::apart, LoadsLayout::together}) {
    auto loads = build(pool.list, layout);
    loads.take(0);
    loads.take(2, 5);
    EXPECT_EQ(loads.of(0), 1u);
    EXPECT_EQ(loads.of(1), 0u);
    EXPECT_EQ(loads.of(2), 5u);
    EXPECT_EQ(loads[2].weight, 3u);
    EXPECT_EQ(loads.total(), 6u);
    EXPECT_TRUE(loads.release(2));
    EXPECT_TRUE(loads.release(0));
    EXPECT_EQ(loads.total(), 4u);
  }
}

TEST(Loads, NeverFallBelowNothing) {
  const auto pool = weighted({1, 1});
  auto loads = build(pool.list);
  EXPECT_FALSE(loads.release(0));
  EXPECT_EQ(loads.of(0), 0u);
  loads.take(0);
  EXPECT_TRUE(loads.release(0));
  EXPECT_FALSE(loads.release(0));
  EXPECT_EQ(loads.total(), 0u);
}

TEST(Loads, RefuseWhatNobodyCanTellApart) {
  const auto code = [](const std::vector<Backend>& backends) { return build_loads(backends).error().code; };
  EXPECT_EQ(code({}), "balance.no-weight");
  EXPECT_EQ(code({{"a", 0}}), "balance.no-weight");
  EXPECT_EQ(code({{"a"}, {"a"}}), "balance.duplicate-name");
  EXPECT_EQ(code(std::vector<Backend>(kMaxBackends + 1)), "balance.too-many-backends");
}

TEST(Loads, LeastIsForTheWeightWithOneMore) {
  const auto pool = weighted({1, 100, 0});
  auto loads = build(pool.list);
  EXPECT_EQ(loads.least(7), 1u);
  loads.take(1, 98);
  EXPECT_EQ(loads.least(7), 1u);  // 99 / 100 against 1 / 1
  loads.take(1, 2);
  EXPECT_EQ(loads.least(7), 0u);  // 101 / 100 against 1 / 1
}

TEST(Loads, LeastDoesNotDependOnTheOrderOfTheList) {
  const std::vector<Backend> one = {{"a"}, {"b"}, {"c"}, {"d"}}, other = {{"d"}, {"b"}, {"a"}, {"c"}};
  const auto first = build(one), second = build(other);
  for (std::uint64_t word = 0; word < 200; ++word)
    EXPECT_EQ(one[first.least(word)].name, other[second.least(word)].name);
}

// The largest numbers that there are, against wider arithmetic.
RC_GTEST_PROP(Lighter, IsExactForAnyLoadsAndWeights, ()) {
  const auto number = rc::gen::oneOf(rc::gen::arbitrary<std::uint32_t>(), rc::gen::inRange(0U, 4U),
                                     rc::gen::map(rc::gen::inRange(0U, 4U), [](auto n) { return UINT32_MAX - n; }));
  const Load a{*number, *number}, b{*number, *number};
  __extension__ using Wide = unsigned __int128;
  RC_ASSERT(lighter(a, b) == (Wide{a.load} + 1) * b.weight < (Wide{b.load} + 1) * a.weight);
  RC_ASSERT(!(lighter(a, b) && lighter(b, a)));
}

static_assert(lighter({0, 1}, {0, 0}) && !lighter({0, 0}, {UINT32_MAX, 1}));

RC_GTEST_PROP(Loads, LeastIsAtMostAnyOther, ()) {
  const auto count = *rc::gen::inRange(1U, 40U);
  auto weights = *rc::gen::container<std::vector<std::uint32_t>>(count, rc::gen::inRange(0U, 5U));
  weights[0] = 1;
  const auto pool = weighted(weights);
  auto loads = *build_loads(pool.list, LoadsLayout::together);
  for (std::uint32_t i = 0; i < count; ++i) loads.take(i, *rc::gen::inRange(0U, 6U));
  const auto least = loads.least(*rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(weights[least] > 0);
  for (std::uint32_t i = 0; i < count; ++i) RC_ASSERT(!lighter(loads[i], loads[least]));
}

}  // namespace
}  // namespace guideway::balance
