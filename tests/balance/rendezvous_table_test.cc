// Tables of rendezvous through changes that nobody chose: an updated table is the rebuilt one, and no slot moves
// without need.
#include "balance/rendezvous_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "balance/rendezvous.h"
#include "core/hash/mix.h"
#include "tests/balance/pools.h"

namespace guideway::balance {
namespace {

std::string code(std::vector<Backend> backends, TableOptions options) {
  const auto table = build_rendezvous_table(backends, options);
  return table ? "built" : table.error().code;
}

TEST(RendezvousTable, RefusesWhatNoTableCanHold) {
  EXPECT_EQ(code({{"a"}}, {.size = 0}), "balance.no-slots");
  EXPECT_EQ(code({{"a"}}, {.size = 5'000'012}), "balance.table-too-large");
  EXPECT_EQ(code({{"a"}, {"b"}}, {.size = 1}), "balance.too-many-backends");
  EXPECT_EQ(code({{"a"}, {"a"}}, {}), "balance.duplicate-name");
  EXPECT_EQ(code({{"a", 0}}, {}), "balance.no-weight");
  EXPECT_EQ(code({{"a", 101}}, {}), "balance.weight-above-scale");
  EXPECT_EQ(code({{"a", 1}}, {.weight_scale = 0}), "balance.bad-weight-scale");
  EXPECT_EQ(code({{"a"}}, {.size = 1}), "built");

  const auto table = build_rendezvous_table(std::vector<Backend>{{"a"}}, {.size = 8});
  EXPECT_EQ(table->update({}).error().code, "balance.no-weight");
}

TEST(RendezvousTable, HoldsTheWinnersOfItsSlots) {
  const std::vector<Backend> backends = {{"c", 3}, {"none", 0}, {"a", 30}, {"b", 100}};
  const auto table = build_rendezvous_table(backends, {.size = 1000});
  const auto direct = build_rendezvous(backends);
  ASSERT_TRUE(table && direct);
  for (std::uint32_t slot = 0; slot < 1000; ++slot)
    ASSERT_EQ(table->table()[slot], direct->pick(core::mix_nth(0, slot))) << slot;
}

using Pool = std::map<std::string, std::uint32_t>;

constexpr std::uint32_t kScale = 6;  // few weights, so that changes often meet equal ones

// In any order: by name, then rotated.
std::vector<Backend> listed(const Pool& pool) {
  std::vector<Backend> list;
  for (const auto& [name, weight] : pool) list.push_back({name, weight});
  std::ranges::rotate(list, list.begin() + *rc::gen::inRange(0, static_cast<int>(list.size())));
  return list;
}

std::string any_name() { return std::to_string(*rc::gen::inRange(0, 60)); }
std::uint32_t any_weight() { return *rc::gen::inRange(0U, kScale + 1); }

Pool any_pool() {
  Pool pool = {{any_name(), 1 + any_weight() % kScale}};
  for (auto left = *rc::gen::inRange(0, 40); left > 0; --left) pool.emplace(any_name(), any_weight());
  return pool;
}

// Some come, some go, some change their weights; somebody with a weight stays.
Pool changed(Pool pool) {
  for (auto changes = *rc::gen::inRange(1, 16); changes > 0; --changes) {
    const auto name = any_name();
    if (*rc::gen::inRange(0, 3) == 0)
      pool.erase(name);
    else
      pool[name] = any_weight();
  }
  if (std::ranges::all_of(pool, [](const auto& backend) { return backend.second == 0; })) pool[any_name()] = 1;
  return pool;
}

std::uint32_t weight_in(const Pool& pool, std::string_view name) {
  const auto found = pool.find(std::string(name));
  return found == pool.end() ? 0 : found->second;
}

// A slot may leave a backend that has lost weight, or go to one that has gained some.
void expect_no_needless_move(const Table& before, const Pool& old_pool, const Table& after, const Pool& new_pool) {
  for (std::uint32_t slot = 0; slot < after.size(); ++slot) {
    const auto from = before.name(before[slot]), to = after.name(after[slot]);
    RC_ASSERT(from == to || weight_in(new_pool, from) < weight_in(old_pool, from) ||
              weight_in(new_pool, to) > weight_in(old_pool, to));
  }
}

RC_GTEST_PROP(RendezvousTable, UpdatedIsTheOneRebuiltAndMovesNothingNeedlessly, ()) {
  auto pool = any_pool();
  const TableOptions options{.size = *rc::gen::inRange(60U, 400U), .weight_scale = kScale};
  auto updated = build_rendezvous_table(listed(pool), options);
  RC_ASSERT(updated.has_value());
  for (auto steps = *rc::gen::inRange(1, 5); steps > 0; --steps) {
    const auto next = changed(pool);
    const auto list = listed(next);
    auto after = updated->update(list);
    const auto rebuilt = build_rendezvous_table(list, options);
    RC_ASSERT(after.has_value() && rebuilt.has_value());
    RC_ASSERT(after->table().slots<std::uint16_t>() == rebuilt->table().slots<std::uint16_t>());
    RC_ASSERT(after->table().digest() == rebuilt->table().digest());
    expect_no_needless_move(updated->table(), pool, after->table(), next);
    updated = std::move(after);
    pool = next;
  }
}

TEST(RendezvousTable, KeepsItsOwnersThroughALossAndAReturn) {
  std::vector<std::string> names;
  for (int i = 0; i < 500; ++i) names.push_back("backend-" + std::to_string(i));
  std::vector<Backend> all(names.begin(), names.end());
  const auto before = build_rendezvous_table(all);
  ASSERT_TRUE(before);
  const auto without = before->update(std::span(all).subspan(1));
  ASSERT_TRUE(without);
  std::uint32_t moved = 0;
  for (std::uint32_t slot = 0; slot < before->table().size(); ++slot)
    moved += before->table().name(before->table()[slot]) != without->table().name(without->table()[slot]);
  EXPECT_EQ(moved, before->table().counts()[0]);
  const auto again = without->update(all);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->table().digest(), before->table().digest());
}

TEST(RendezvousTable, TellsMoreBackendsApartThanSixteenBitsCan) {
  auto pool = weighted(std::vector<std::uint32_t>(70'000, 0));
  pool.list[69'998].weight = pool.list[69'999].weight = 100;
  const auto two = build_rendezvous_table(pool.list, {.size = 70'001});
  ASSERT_TRUE(two);
  EXPECT_EQ(two->table().bytes_per_slot(), 4u);
  const auto counts = two->table().counts();
  EXPECT_GT(counts[69'998], 0u);
  EXPECT_EQ(counts[69'998] + counts[69'999], 70'001u);

  pool.list[69'999].weight = 0;
  const auto one = two->update(pool.list);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->table().counts()[69'998], 70'001u);
}

}  // namespace
}  // namespace guideway::balance
