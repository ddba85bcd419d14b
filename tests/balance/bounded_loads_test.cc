#include "balance/bounded_loads.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "balance/maglev.h"
#include "core/hash/mix.h"
#include "core/select/bounded_loads.h"
#include "tests/balance/pools.h"

namespace guideway::balance {
namespace {

BoundedLoads over_table(const std::vector<Backend>& backends, std::uint32_t epsilon = 25, std::uint32_t size = 4093) {
  auto table = build_maglev(backends, {.size = size});
  EXPECT_TRUE(table);
  auto bounded = build_bounded_loads(*std::move(table), backends, {epsilon});
  EXPECT_TRUE(bounded);
  return *std::move(bounded);
}

BoundedLoads over_ring(const std::vector<Backend>& backends, std::uint32_t epsilon = 25) {
  auto ring = build_ring(backends);
  EXPECT_TRUE(ring);
  auto bounded = build_bounded_loads(*std::move(ring), backends, {epsilon});
  EXPECT_TRUE(bounded);
  return *std::move(bounded);
}

TEST(BoundedLoads, RefuseWhatTheyCannotHold) {
  const auto pool = equal(3);
  const auto table = build_maglev(pool.list, {.size = 13});
  const auto ring = build_ring(pool.list);
  ASSERT_TRUE(table && ring);
  const auto code = [](const auto& owners, const std::vector<Backend>& backends, std::uint32_t epsilon = 25) {
    const auto built = build_bounded_loads(owners, backends, {epsilon});
    return built ? "built" : built.error().code;
  };
  EXPECT_EQ(code(*table, pool.list), "built");
  EXPECT_EQ(code(*ring, pool.list), "built");
  EXPECT_EQ(code(*table, pool.list, 0), "balance.bad-epsilon");
  EXPECT_EQ(code(*table, pool.list, 1001), "balance.bad-epsilon");
  EXPECT_EQ(code(*table, equal(2).list), "balance.other-backends");
  EXPECT_EQ(code(*ring, equal(2).list), "balance.other-backends");
  const std::vector<Backend> reversed(pool.list.rbegin(), pool.list.rend());  // indexes would then mean others
  EXPECT_EQ(code(*table, reversed), "balance.other-backends");
  EXPECT_EQ(code(*ring, reversed), "balance.other-backends");
  EXPECT_EQ(code(*ring, weighted({1, 1, 1001}).list), "balance.weight-above-scale");
  EXPECT_EQ(code(*table, weighted({0, 0, 0}).list), "balance.no-weight");
  EXPECT_EQ(code(*table, equal(65'536).list), "balance.too-many-backends");
}

TEST(BoundedLoads, WithoutLoadAHashGoesToItsOwner) {
  const auto pool = equal(20);
  auto table = over_table(pool.list), ring = over_ring(pool.list);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const auto hash = core::mix(i);
    EXPECT_EQ(table.pick(hash), std::get<Table>(table.owners()).pick(hash));
    EXPECT_EQ(ring.pick(hash), std::get<Ring>(ring.owners()).pick(hash));
    table.release(table.pick(hash)), ring.release(ring.pick(hash));
    table.release(std::get<Table>(table.owners()).pick(hash)), ring.release(std::get<Ring>(ring.owners()).pick(hash));
    ASSERT_EQ(table.total() + ring.total(), 0u);
  }
}

// The largest numbers that the bounds allow, against wider arithmetic.
RC_GTEST_PROP(BelowCap, IsExactWithinItsBounds, ()) {
  const auto within = [](std::uint64_t most) {
    return *rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, most + 1), rc::gen::inRange<std::uint64_t>(0, 4),
                           rc::gen::map(rc::gen::inRange<std::uint64_t>(0, 4), [=](auto n) { return most - n; }));
  };
  const Load load{static_cast<std::uint32_t>(within((1U << 31) - 1)), static_cast<std::uint32_t>(within(1000))};
  const std::uint64_t total = within(UINT32_MAX), weights = 1 + within(65'534'999);
  const auto epsilon = static_cast<std::uint32_t>(within(1000));
  __extension__ using Wide = unsigned __int128;
  const Wide numerator = (Wide{100} + epsilon) * total * load.weight, denominator = Wide{100} * weights;
  const Wide cap = (numerator + denominator - 1) / denominator;
  RC_ASSERT(core::below_cap(load, total, weights, epsilon) == (load.load + Wide{1} <= cap));
  RC_ASSERT(core::cap_of(load.weight, total, weights, epsilon) == cap);
}

// Where a pick has to go, by the words of the contract.
std::uint32_t expected(const BoundedLoads& bounded, std::uint64_t hash) {
  const auto is_full = [&](std::uint32_t backend) { return bounded.loads().of(backend) + 1 > bounded.cap(backend); };
  if (const auto* const table = std::get_if<Table>(&bounded.owners())) {
    for (std::uint32_t i = 0; i < table->size(); ++i)
      if (const auto owner = (*table)[(slot_of(hash, table->size()) + i) % table->size()]; !is_full(owner))
        return owner;
  } else {
    const auto& ring = std::get<Ring>(bounded.owners());
    for (std::uint32_t i = 0; i < ring.size(); ++i)
      if (const auto owner = ring.owner((ring.start_by_search(hash) + i) % ring.size()); !is_full(owner)) return owner;
  }
  return bounded.loads().least(hash);
}

// Any picks and releases, few keys and many: at the time of its pick nobody is above the cap.
void expect_bounded(BoundedLoads bounded, std::uint32_t owners) {
  const auto keys = *rc::gen::elementOf(std::vector<std::uint64_t>{1, 3, 1000});
  const auto releases = *rc::gen::inRange(0U, 90U);  // percent
  std::uint64_t word = *rc::gen::arbitrary<std::uint64_t>();
  std::vector<std::uint32_t> held;
  for (int step = 0; step < 400; ++step) {
    word = core::mix_nth(word, 0);
    if (!held.empty() && word % 100 < releases) {
      std::swap(held[(word >> 32) % held.size()], held.back());
      RC_ASSERT(bounded.release(held.back()));
      held.pop_back();
      continue;
    }
    const auto hash = core::mix((word >> 32) % keys);
    const auto goes_to = expected(bounded, hash);
    std::vector<std::uint64_t> caps;
    for (std::uint32_t i = 0; i < bounded.loads().backends(); ++i) caps.push_back(bounded.cap(i));
    const auto [backend, passed] = bounded.place(hash);
    RC_ASSERT(backend == goes_to);
    RC_ASSERT(passed <= owners);
    if (passed < owners) RC_ASSERT(bounded.loads().of(backend) <= caps[backend]);
    held.push_back(backend);
    RC_ASSERT(bounded.total() == held.size() && bounded.loads().total() == held.size());
  }
}

std::vector<std::uint32_t> any_weights() {
  auto weights = *rc::gen::container<std::vector<std::uint32_t>>(
      *rc::gen::inRange(1U, 30U), rc::gen::oneOf(rc::gen::inRange(0U, 101U), rc::gen::just(100U)));
  weights[0] = 100;
  return weights;
}

RC_GTEST_PROP(BoundedLoads, KeepTheCapOverATable, ()) {
  const auto pool = weighted(any_weights());
  const auto size = *rc::gen::elementOf(std::vector<std::uint32_t>{31, 127, 1021});
  expect_bounded(over_table(pool.list, *rc::gen::elementOf(std::vector<std::uint32_t>{1, 25, 100}), size), size);
}

RC_GTEST_PROP(BoundedLoads, KeepTheCapOverARing, ()) {
  const auto pool = weighted(any_weights());
  auto bounded = over_ring(pool.list, *rc::gen::elementOf(std::vector<std::uint32_t>{1, 25, 100}));
  const auto points = std::get<Ring>(bounded.owners()).size();
  expect_bounded(std::move(bounded), points);
}

TEST(BoundedLoads, AllFullTheLeastLoadedTakesIt) {
  const auto pool = equal(2);
  const Table table(std::vector<std::uint16_t>{0, 0, 0}, pool.list);  // the second backend owns nothing
  auto bounded = *build_bounded_loads(table, pool.list, {1});
  for (std::uint64_t i = 0; i < 200; ++i) {
    const auto hash = core::mix(i);
    const bool full = bounded.loads().of(0) + 1 > bounded.cap(0);
    const auto least = bounded.loads().least(hash);
    const auto [backend, passed] = bounded.place(hash);
    EXPECT_EQ(passed, full ? 3u : 0u);
    EXPECT_EQ(backend, full ? least : 0u);
  }
  EXPECT_NEAR(bounded.loads().of(1), 100, 2);
}

TEST(BoundedLoads, SpreadAHotKeyOverTheSameFewBackendsEachTime) {
  const auto pool = equal(100);
  auto bounded = over_table(pool.list);
  for (std::uint64_t i = 0; i < 700; ++i) bounded.pick(core::mix(i));
  std::vector<std::uint32_t> hot;
  for (int i = 0; i < 300; ++i) hot.push_back(bounded.pick("hot"));
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_LE(bounded.loads().of(i), 13u);  // 1.25 * 1000 / 100
  for (const auto backend : hot) bounded.release(backend);
  for (const auto backend : hot) EXPECT_EQ(bounded.pick("hot"), backend);
}

TEST(BoundedLoads, GoOnWithWhatIsHeldAlready) {
  const auto pool = equal(3);
  auto bounded = over_table(pool.list);
  const auto owner = bounded.pick("key");
  bounded.take(owner, 9);
  EXPECT_EQ(bounded.total(), 10u);
  EXPECT_EQ(bounded.cap(owner), 5u);  // 1.25 * 11 / 3
  EXPECT_NE(bounded.pick("key"), owner);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(bounded.release(owner));
  EXPECT_FALSE(bounded.release(owner));
  EXPECT_EQ(bounded.total(), 1u);
}

// No more than 1 / epsilon slots are passed on average, however full: pools filled from nothing, fresh hashes.
TEST(BoundedLoads, PassFewSlots) {
  const auto pool = equal(100);
  for (const std::uint64_t each : {1U, 10U, 100U})
    for (const bool ring : {false, true}) {
      auto bounded = ring ? over_ring(pool.list) : over_table(pool.list, 25, 65537);
      for (std::uint64_t i = 0; i < 100 * each; ++i) bounded.pick(core::mix(i));
      std::uint64_t passed = 0;
      for (std::uint64_t i = 0; i < 5000; ++i) {
        const auto placement = bounded.place(core::mix(1'000'000 + i));
        passed += placement.passed;
        bounded.release(placement.backend);
      }
      EXPECT_LT(passed, 5000 * 4);
      RecordProperty((ring ? "ring_" : "table_") + std::to_string(each),
                     std::to_string(static_cast<double>(passed) / 5000));
    }
}

}  // namespace
}  // namespace guideway::balance
