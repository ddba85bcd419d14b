// What must hold of the tables of every policy, for pools that nobody chose.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "balance/policies.h"
#include "tests/balance/given.h"
#include "tests/balance/surprise.h"

namespace guideway::balance {
namespace {

using Policies = std::vector<TablePolicy>;

Table build(TablePolicy policy, const Given& g) {
  auto table = build_table(policy, g.backends(), g.options);
  RC_ASSERT(table.has_value());
  return *std::move(table);
}

RC_GTEST_PROP(Tables, GiveEverySlotToSomebodyAndNoneToWeightZero, ()) {
  const auto g = given();
  const auto backends = g.backends();
  for (const auto policy : kTablePolicies) {
    const auto table = build(policy, g);
    const auto counts = table.counts();
    RC_ASSERT(table.size() == g.options.size);
    RC_ASSERT(std::accumulate(counts.begin(), counts.end(), 0U) == g.options.size);
    for (std::size_t i = 0; i < counts.size(); ++i) RC_ASSERT(backends[i].weight > 0 || counts[i] == 0);
  }
}

RC_GTEST_PROP(Tables, DoNotDependOnTheOrderOfBackends, ()) {
  const auto g = given();
  auto backends = g.backends();
  // A shuffle that shrinks: rotate, then reverse a part.
  std::ranges::rotate(backends, backends.begin() + *rc::gen::inRange(0, static_cast<int>(backends.size())));
  std::ranges::reverse(backends.begin(), backends.begin() + *rc::gen::inRange(0, static_cast<int>(backends.size())));
  for (const auto policy : kTablePolicies) {
    const auto table = build(policy, g);
    const auto other = build_table(policy, backends, g.options);
    RC_ASSERT(table.digest() == other->digest());
    for (std::uint32_t slot = 0; slot < table.size(); ++slot)
      RC_ASSERT(table.name(table[slot]) == other->name((*other)[slot]));
  }
}

RC_GTEST_PROP(Tables, DependOnTheRatioOfWeightsToTheScale, ()) {
  const auto g = given();
  auto other = g;
  const auto factor = *rc::gen::inRange(1U, 1000 / g.options.weight_scale + 1);
  for (auto& [name, weight] : other.weights) weight *= factor;
  other.options.weight_scale *= factor;
  for (const auto policy : kTablePolicies) RC_ASSERT(build(policy, g).digest() == build(policy, other).digest());
}

RC_GTEST_PROP(Tables, TakeABackendOfWeightZeroAsAbsent, ()) {
  const auto g = given();
  auto other = g;
  std::erase_if(other.weights, [](const auto& backend) { return backend.second == 0; });
  for (const auto policy : kTablePolicies) RC_ASSERT(build(policy, g).digest() == build(policy, other).digest());
}

RC_GTEST_PROP(TablesByTurns, ShareEquallyToWithinOneSlot, ()) {
  const auto g = given(true);
  for (const auto policy : Policies{TablePolicy::maglev, TablePolicy::modulo}) {
    const auto counts = build(policy, g).counts();
    const auto [least, most] = std::ranges::minmax(counts);
    RC_ASSERT(most - least <= 1);
  }
}

// Turns taken through round r number floor(r * w / scale) + 1, or r when w is the scale; so for two
// backends with c and d slots, c * v and d * w differ by at most the turns in doubt: one and the last.
RC_GTEST_PROP(TablesByTurns, ShareByWeight, ()) {
  const auto g = given();
  const auto backends = g.backends();
  for (const auto policy : Policies{TablePolicy::maglev, TablePolicy::modulo}) {
    const auto counts = build(policy, g).counts();
    for (std::size_t i = 1; i < counts.size(); ++i) {
      const auto a = std::int64_t{counts[0]} * backends[i].weight, b = std::int64_t{counts[i]} * backends[0].weight;
      RC_ASSERT(std::abs(a - b) <= 2 * std::int64_t{std::max(backends[0].weight, backends[i].weight)});
    }
  }
}

// Each slot is a draw of its own, which a backend wins with the chance of its weight among all.
RC_GTEST_PROP(TablesByHash, ShareByWeightAsDrawsByChanceDo, ()) {
  const auto g = given();
  const auto counts = build(TablePolicy::rendezvous, g).counts();
  double all = 0;
  for (const auto& [name, weight] : g.weights) all += weight;
  for (std::size_t i = 0; const auto& [name, weight] : g.weights)
    RC_ASSERT(surprise(g.options.size, counts[i++], weight / all) < kNeverSeen);
}

// One that leaves, or keeps a lower weight, gives away and takes nothing; between all others nothing moves.
RC_GTEST_PROP(TablesByHash, MoveOnlyWhatALighterBackendGivesAway, ()) {
  const auto g = given();
  auto other = g;
  const auto changed = std::next(other.weights.begin(), *rc::gen::inRange(0, static_cast<int>(g.weights.size())));
  changed->second = *rc::gen::inRange(0U, changed->second + 1);
  RC_PRE(std::ranges::any_of(other.weights, [](const auto& backend) { return backend.second > 0; }));
  for (const auto policy : Policies{TablePolicy::rendezvous, TablePolicy::ring}) {
    const auto before = build(policy, g), after = build(policy, other);
    for (std::uint32_t slot = 0; slot < before.size(); ++slot) {
      const auto owner = before.name(before[slot]);
      RC_ASSERT(owner == changed->first || owner == after.name(after[slot]));
    }
  }
}

}  // namespace
}  // namespace guideway::balance
