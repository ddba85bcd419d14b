// What must hold of every table, for pools that nobody chose.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "balance/maglev.h"

namespace guideway::balance {
namespace {

using Pool = std::map<std::string, std::uint32_t>;

constexpr std::uint32_t kSizes[] = {2, 3, 5, 7, 61, 127, 251, 1021, 4093, 65537};

struct Given {
  Pool pool;
  TableOptions options;

  std::vector<Backend> backends() const {
    std::vector<Backend> list;
    for (const auto& [name, weight] : pool) list.push_back({name, weight});
    return list;
  }
};

// Any size, then as many backends as it may hold, with weights that may be 0 but not all.
Given given(bool equal = false, std::uint32_t least_size = 2) {
  Given g;
  g.options.size = *rc::gen::suchThat(rc::gen::elementOf(std::vector(std::begin(kSizes), std::end(kSizes))),
                                      [=](auto size) { return size >= least_size; });
  g.options.weight_scale = *rc::gen::inRange(1U, 1001U);
  const auto scale = g.options.weight_scale;
  const auto count = *rc::gen::inRange(1U, std::min(g.options.size, 300U) + 1);
  const auto weight = equal ? rc::gen::just(scale) : rc::gen::inRange(0U, scale + 1);
  while (g.pool.size() < count) g.pool.emplace(*rc::gen::string<std::string>(), *weight);
  g.pool.begin()->second = std::max(g.pool.begin()->second, 1U);
  return g;
}

Table build(const Given& g, const std::vector<Backend>& backends) {
  auto table = build_maglev(backends, g.options);
  RC_ASSERT(table.has_value());
  return *std::move(table);
}

RC_GTEST_PROP(Maglev, OwnsEverySlotAndGivesNoneToWeightZero, ()) {
  const auto g = given();
  const auto backends = g.backends();
  const auto table = build(g, backends);
  const auto counts = table.counts();
  RC_ASSERT(table.size() == g.options.size);
  RC_ASSERT(std::accumulate(counts.begin(), counts.end(), 0U) == g.options.size);
  for (std::size_t i = 0; i < counts.size(); ++i) RC_ASSERT(backends[i].weight > 0 || counts[i] == 0);
}

RC_GTEST_PROP(Maglev, DoesNotDependOnTheOrderOfBackends, ()) {
  const auto g = given();
  auto backends = g.backends();
  const auto table = build(g, backends);
  // A shuffle that shrinks: rotate, then reverse a part.
  std::ranges::rotate(backends, backends.begin() + *rc::gen::inRange(0, static_cast<int>(backends.size())));
  std::ranges::reverse(backends.begin(), backends.begin() + *rc::gen::inRange(0, static_cast<int>(backends.size())));
  const auto other = build(g, backends);
  RC_ASSERT(table.digest() == other.digest());
  for (std::uint32_t slot = 0; slot < table.size(); ++slot)
    RC_ASSERT(table.name(table[slot]) == other.name(other[slot]));
}

RC_GTEST_PROP(Maglev, SharesEquallyToWithinOneSlot, ()) {
  const auto g = given(true);
  const auto counts = build(g, g.backends()).counts();
  const auto [least, most] = std::ranges::minmax(counts);
  RC_ASSERT(most - least <= 1);
}

// Turns taken through round r number floor(r * w / scale) + 1, or r when w is the scale; so for two
// backends with c and d slots, c * v and d * w differ by at most the turns in doubt: one and the last.
RC_GTEST_PROP(Maglev, SharesByWeight, ()) {
  const auto g = given();
  const auto backends = g.backends();
  const auto counts = build(g, backends).counts();
  for (std::size_t i = 1; i < counts.size(); ++i) {
    const auto a = std::int64_t{counts[0]} * backends[i].weight, b = std::int64_t{counts[i]} * backends[0].weight;
    RC_ASSERT(std::abs(a - b) <= 2 * std::int64_t{std::max(backends[0].weight, backends[i].weight)});
  }
}

RC_GTEST_PROP(Maglev, DependsOnTheRatioOfWeightsToTheScale, ()) {
  auto g = given();
  const auto table = build(g, g.backends());
  const auto factor = *rc::gen::inRange(1U, 1000 / g.options.weight_scale + 1);
  for (auto& [name, weight] : g.pool) weight *= factor;
  g.options.weight_scale *= factor;
  RC_ASSERT(build(g, g.backends()).slots<std::uint32_t>() == table.slots<std::uint32_t>());
}

RC_GTEST_PROP(Maglev, ABackendOfWeightZeroIsAsGoodAsAbsent, ()) {
  auto g = given();
  const auto table = build(g, g.backends());
  std::erase_if(g.pool, [](const auto& backend) { return backend.second == 0; });
  RC_ASSERT(build(g, g.backends()).digest() == table.digest());
}

}  // namespace
}  // namespace guideway::balance
