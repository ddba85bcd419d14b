#include "balance/ring.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/hash/mix.h"
#include "core/select/slot.h"

namespace guideway::balance {
namespace {

std::string code(std::vector<Backend> backends, RingOptions options) {
  const auto ring = build_ring(backends, options);
  const auto table = build_ring_table(backends, {.size = 127, .ring = options});
  EXPECT_EQ(ring ? "built" : ring.error().code, table ? "built" : table.error().code);
  return ring ? "built" : ring.error().code;
}

TEST(Ring, RefusesWhatNoRingCanHold) {
  EXPECT_EQ(code({{"a"}}, {.points = 0}), "balance.no-points");
  EXPECT_EQ(code({{"a"}}, {.min_points = 11, .max_points = 10}), "balance.bad-ring-bounds");
  EXPECT_EQ(code({{"a"}}, {.max_points = kMaxRingPoints + 1}), "balance.bad-ring-bounds");
  EXPECT_EQ(code({{"a"}}, {.min_points = 0, .max_points = 0}), "balance.too-many-backends");
  EXPECT_EQ(code({{"a"}, {"b"}, {"c"}}, {.max_points = 2}), "balance.too-many-backends");
  EXPECT_EQ(code({}, {}), "balance.no-weight");
  EXPECT_EQ(code({{"a", 0}, {"b", 0}}, {}), "balance.no-weight");
  EXPECT_EQ(code({{"a"}, {"b"}, {"a"}}, {}), "balance.duplicate-name");
  EXPECT_EQ(code({{"a", 101}}, {}), "balance.weight-above-scale");
  EXPECT_EQ(code({{"a", 1}}, {.weight_scale = 0}), "balance.bad-weight-scale");
  EXPECT_EQ(code({{"a", 1}}, {.weight_scale = 1001}), "balance.bad-weight-scale");
}

TEST(Ring, RefusesWhatNoTableCanHold) {
  const std::vector<Backend> backends = {{"a"}, {"b"}, {"c"}, {"d"}};
  EXPECT_EQ(build_ring_table(backends, {.size = 0}).error().code, "balance.no-slots");
  EXPECT_EQ(build_ring_table(backends, {.size = 3}).error().code, "balance.too-many-backends");
  EXPECT_EQ(build_ring_table(backends, {.size = 5'000'077}).error().code, "balance.table-too-large");
}

std::vector<std::uint32_t> points(const std::vector<Backend>& backends, RingOptions options) {
  const auto ring = build_ring(backends, options);
  std::vector<std::uint32_t> points(backends.size());
  for (std::uint32_t i = 0; i < ring->size(); ++i) ++points[ring->owner(i)];
  return points;
}

TEST(Ring, GivesPointsByWeight) {
  using Points = std::vector<std::uint32_t>;
  EXPECT_EQ(points({{"a"}, {"b", 50}, {"c", 0}}, {}), (Points{160, 80, 0}));
  EXPECT_EQ(points({{"a", 1}, {"b", 3}, {"c", 9}}, {.points = 50}), (Points{1, 2, 5}));  // halves go up
  EXPECT_EQ(points({{"a", 1}, {"b", 100}}, {.points = 1}), (Points{1, 1}));
}

TEST(Ring, RaisesPointsToTheSmallestThatReachTheMinimum) {
  using Points = std::vector<std::uint32_t>;
  EXPECT_EQ(points({{"a"}, {"b"}}, {.points = 10, .min_points = 101}), (Points{51, 51}));
  EXPECT_EQ(points({{"a"}, {"b"}}, {.points = 10, .min_points = 20}), (Points{10, 10}));
  EXPECT_EQ(points({{"a", 1}}, {.min_points = 1024}), (Points{1024}));
  EXPECT_EQ(points({{"a", 1}}, {.min_points = 5000, .weight_scale = 1000}), (Points{5000}));
}

TEST(Ring, LowersPointsToTheLargestThatKeepTheMaximum) {
  using Points = std::vector<std::uint32_t>;
  EXPECT_EQ(points({{"a"}, {"b"}}, {.max_points = 101}), (Points{50, 50}));
  EXPECT_EQ(points({{"a"}, {"b"}}, {.max_points = 2}), (Points{1, 1}));
  EXPECT_EQ(points({{"a"}, {"b"}, {"c"}}, {.points = 1, .min_points = 4, .max_points = 5}), (Points{1, 1, 1}));
}

TEST(Ring, FindsTheFirstPointAtOrAfterAHash) {
  const std::vector<Backend> backends = {{"a"}, {"b", 50}, {"c", 1}};
  for (const std::uint32_t points : {1U, 2U, 160U}) {
    const auto ring = build_ring(backends, {.points = points});
    ASSERT_TRUE(ring);
    const auto expect = [&](std::uint64_t hash, std::uint32_t point) {
      EXPECT_EQ(ring->start(hash), point);
      EXPECT_EQ(ring->start_by_search(hash), point);
      EXPECT_EQ(ring->pick(hash), ring->owner(point));
      EXPECT_EQ(ring->pick_by_search(hash), ring->owner(point));
    };
    expect(0, 0);
    expect(~0ULL, ring->position(ring->size() - 1) == ~0ULL ? ring->size() - 1 : 0);
    for (std::uint32_t point = 0; point < ring->size(); ++point) {
      expect(ring->position(point), point);
      expect(ring->position(point) + 1, point + 1 == ring->size() ? 0 : point + 1);
      EXPECT_TRUE(point == 0 || ring->position(point - 1) < ring->position(point));
    }
  }
}

TEST(Ring, FindsByItsIndexWhatASearchFinds) {
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) names.push_back(std::to_string(i));
  const std::vector<Backend> backends(names.begin(), names.end());
  const auto ring = build_ring(backends);
  ASSERT_TRUE(ring);
  EXPECT_EQ(ring->size(), 48'000u);
  for (std::uint64_t i = 0; i < 100'000; ++i)
    ASSERT_EQ(ring->start(core::mix(i)), ring->start_by_search(core::mix(i))) << i;
}

TEST(Ring, GivesASlotToWhomItsSmallestHashBelongs) {
  const std::vector<Backend> backends = {{"a"}, {"b", 50}, {"c", 1}};
  for (const std::uint32_t size : {3U, 64U, 127U, 65537U}) {
    const auto ring = build_ring(backends);
    const auto table = build_ring_table(backends, {.size = size});
    ASSERT_TRUE(ring && table);
    for (std::uint64_t slot = 0; slot < size; ++slot) {
      const std::uint64_t hash = ((slot << 32) + size - 1) / size << 32;
      ASSERT_EQ(core::slot_of(hash, size), slot);
      ASSERT_TRUE(slot == 0 || core::slot_of(hash - 1, size) == slot - 1);
      ASSERT_EQ((*table)[static_cast<std::uint32_t>(slot)], ring->pick(hash)) << slot;
    }
  }
}

TEST(Ring, PicksForAKeyAsForItsHash) {
  const std::vector<Backend> backends = {{"a"}, {"b"}, {"c"}};
  const auto ring = build_ring(backends);
  ASSERT_TRUE(ring);
  for (const char* const key : {"", "user:17"}) EXPECT_EQ(ring->pick(key), ring->pick(hash_of(key)));
}

}  // namespace
}  // namespace guideway::balance
