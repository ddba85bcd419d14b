#include "balance/maglev.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "balance/hash.h"
#include "balance/limits.h"
#include "core/hash/mix.h"

namespace guideway::balance {
namespace {

std::string code(std::vector<Backend> backends, TableOptions options) {
  const auto table = build_maglev(backends, options);
  return table ? "built" : table.error().code;
}

TEST(Maglev, RefusesWhatNoTableCanHold) {
  EXPECT_EQ(code({{"a"}}, {.size = 65536}), "balance.not-prime");
  EXPECT_EQ(code({{"a"}}, {.size = 0}), "balance.not-prime");
  EXPECT_EQ(code({{"a"}}, {.size = 1}), "balance.not-prime");
  EXPECT_EQ(code({{"a"}}, {.size = 5'000'077}), "balance.table-too-large");
  EXPECT_EQ(code({{"a"}, {"b"}, {"c"}, {"d"}}, {.size = 3}), "balance.too-many-backends");
  EXPECT_EQ(code({}, {}), "balance.no-weight");
  EXPECT_EQ(code({{"a", 0}, {"b", 0}}, {}), "balance.no-weight");
  EXPECT_EQ(code({{"a"}, {"b"}, {"a"}}, {}), "balance.duplicate-name");
  EXPECT_EQ(code({{"a", 0}, {"a", 1}}, {}), "balance.duplicate-name");
  EXPECT_EQ(code({{"a", 101}}, {}), "balance.weight-above-scale");
  EXPECT_EQ(code({{"a", 1}}, {.weight_scale = 0}), "balance.bad-weight-scale");
  EXPECT_EQ(code({{"a", 1}}, {.weight_scale = 1001}), "balance.bad-weight-scale");
}

TEST(Maglev, HoldsMoreBackendsThanA16BitIndexTells) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 65'537; ++i) names.push_back(std::to_string(i));
  std::vector<Backend> backends(names.begin(), names.end());
  const auto table = build_maglev(backends, {.size = 65'537});
  ASSERT_TRUE(table);
  EXPECT_EQ(table->bytes_per_slot(), 4u);
  EXPECT_EQ(std::ranges::minmax(table->counts()).min, 1u);
  backends.pop_back();
  EXPECT_EQ(build_maglev(backends, {.size = 65'537})->bytes_per_slot(), 2u);
}

TEST(Maglev, NamesTheNearestPrimes) {
  const std::vector<Backend> backends = {{"a"}};
  EXPECT_EQ(build_maglev(backends, {.size = 65536}).error().hint, "nearest: 65521, 65537");
  EXPECT_EQ(build_maglev(backends, {.size = 1}).error().hint, "nearest: 2");
}

TEST(Maglev, BuildsTheSmallestTables) {
  EXPECT_EQ(code({{"a"}}, {.size = 2}), "built");
  EXPECT_EQ(code({{"a"}, {"b"}, {"c"}}, {.size = 3}), "built");
  EXPECT_EQ(code({{""}}, {.size = 3}), "built");
}

TEST(Maglev, BuildsTheLargestTable) {
  const std::vector<Backend> backends = {{"a", 1000}, {"b", 1}, {"c", 999}};
  const auto table = build_maglev(backends, {.size = kMaxTableSize, .weight_scale = 1000});
  ASSERT_TRUE(table);
  const auto counts = table->counts();
  EXPECT_EQ(counts[0] + counts[1] + counts[2], kMaxTableSize);
  EXPECT_NEAR(counts[1], kMaxTableSize / 2000.0, 2);
}

TEST(Table, PicksByTheHighHalfOfTheHash) {
  const std::vector<Backend> backends = {{"a"}, {"b"}, {"c"}};
  const auto table = build_maglev(backends, {.size = 7});
  ASSERT_TRUE(table);
  EXPECT_EQ(slot_of(0, 7), 0u);
  EXPECT_EQ(slot_of(0xffffffff, 7), 0u);
  EXPECT_EQ(slot_of(0x24924925ULL << 32, 7), 1u);
  EXPECT_EQ(slot_of(0x24924924ULL << 32, 7), 0u);
  EXPECT_EQ(slot_of(~0ULL, 5'000'011), 5'000'010u);
  for (std::uint64_t slot = 0; slot < 7; ++slot)
    EXPECT_EQ(table->pick(((slot << 32) / 7 + 1) << 32), (*table)[static_cast<std::uint32_t>(slot)]);
}

TEST(Table, TakesOneByteASlotFor256BackendsAndTwoForMore) {
  std::vector<std::string> names;
  for (int i = 0; i < 257; ++i) names.push_back(std::to_string(i));
  std::vector<Backend> backends(names.begin(), names.end());
  const auto two = build_maglev(backends, {.size = 1021});
  backends.pop_back();
  const auto one = build_maglev(backends, {.size = 1021});
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->bytes_per_slot(), 1u);
  EXPECT_EQ(two->bytes_per_slot(), 2u);
  EXPECT_EQ(std::ranges::max(one->slots<std::uint16_t>()), 255);
  EXPECT_EQ(std::ranges::max(two->slots<std::uint16_t>()), 256);
}

TEST(Table, PicksManyAsItPicksOne) {
  const std::vector<Backend> backends = {{"a"}, {"b"}, {"c"}};
  const auto table = build_maglev(backends, {.size = 127});
  ASSERT_TRUE(table);
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 0; i < 1000; ++i) hashes.push_back(core::mix(i));
  std::vector<std::uint32_t> picked(hashes.size());
  table->pick(hashes, picked);
  for (std::size_t i = 0; i < hashes.size(); ++i) EXPECT_EQ(picked[i], table->pick(hashes[i]));
}

TEST(Table, PicksForAKeyAsForItsHash) {
  const std::vector<Backend> backends = {{"a"}, {"b"}, {"c"}};
  const auto table = build_maglev(backends, {.size = 127});
  ASSERT_TRUE(table);
  for (const char* const key : {"", "user:17", "a longer key, of more than thirty-two bytes"})
    EXPECT_EQ(table->pick(key), table->pick(hash_of(key)));
}

TEST(Table, KeepsNamesOfItsOwn) {
  std::vector<std::string> names = {"web-2", "", "web-1"};
  const std::vector<Backend> backends(names.begin(), names.end());
  const auto table = build_maglev(backends, {.size = 13});
  ASSERT_TRUE(table);
  names.assign(3, "gone");
  ASSERT_EQ(table->backends(), 3u);
  EXPECT_EQ(table->name(0), "web-2");
  EXPECT_EQ(table->name(1), "");
  EXPECT_EQ(table->name(2), "web-1");
}

}  // namespace
}  // namespace guideway::balance
