// The ring against its contract: known answers, and random pools built here and by the Python model.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>

#include "balance/hash.h"
#include "balance/ring.h"
#include "tests/balance/oracle.h"

namespace guideway::balance {
namespace {

using nlohmann::json;
using Counts = std::map<std::string, std::uint32_t>;

std::uint64_t from_hex(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

void expect_ring(const json& expected, const std::vector<Backend>& backends, const RingOptions& options) {
  const auto ring = build_ring(backends, options);
  ASSERT_TRUE(ring) << to_text(ring.error());
  Counts points;
  for (const auto& backend : backends) points.emplace(backend.name, 0);
  std::string lines;
  for (std::uint32_t i = 0; i < ring->size(); ++i) {
    const auto name = backends[ring->owner(i)].name;
    ++points[std::string(name)];
    lines += fmt::format("{:016x} {}\n", ring->position(i), name);
  }
  EXPECT_EQ(points, expected["points_per_backend"].get<Counts>());
  EXPECT_EQ(digest_text(hash_of(lines)), expected["ring"].get<std::string>());
  for (const auto& [hash, name] : expected["picks"].items())
    EXPECT_EQ(backends[ring->pick(from_hex(hash))].name, name.get<std::string>()) << hash;
}

void expect_table(const json& expected, const std::vector<Backend>& backends, const RingTableOptions& options) {
  const auto table = build_ring_table(backends, options);
  ASSERT_TRUE(table) << to_text(table.error());
  EXPECT_EQ(digest_text(table->digest()), expected["digest"].get<std::string>());
  Counts slots;
  const auto counts = table->counts();
  for (std::size_t i = 0; i < backends.size(); ++i) slots.emplace(backends[i].name, counts[i]);
  EXPECT_EQ(slots, expected["slots"].get<Counts>());
}

void expect(const json& pool, const json& answer) {
  const RingTableOptions options{pool["size"],
                                 {.points = pool["points"],
                                  .min_points = pool["min_points"],
                                  .max_points = pool["max_points"],
                                  .weight_scale = pool["scale"]}};
  auto backends = backends_of(pool["weights"]);
  expect_ring(answer, backends, options.ring);
  std::ranges::reverse(backends);
  expect_ring(answer, backends, options.ring);
  expect_table(answer, backends, options);
}

TEST(RingContract, KeepsItsKnownAnswers) {
  const auto rings = json::parse(std::ifstream("tests/vectors/ring-v1.json"))["rings"];
  ASSERT_FALSE(rings.empty());
  for (const auto& ring : rings) {
    SCOPED_TRACE(ring["ring"]);
    expect(ring, ring);
  }
}

TEST(RingContract, AgreesWithTheModelOnRandomPools) {
  std::mt19937 random(5);
  json pools = json::array();
  for (const auto& [size, count] :
       std::vector<std::pair<std::uint32_t, int>>{{1, 3}, {2, 4}, {7, 20}, {128, 10}, {1021, 10}, {65537, 1}})
    for (auto& pool : random_pools(random, size, count)) {
      pool["points"] = 1 + random() % 200;
      pool["min_points"] = random() % 300;
      pool["max_points"] = std::max<std::size_t>(200 + random() % 20'000, pool["min_points"]);
      pools.push_back(std::move(pool));
    }
  const auto answers = ask_model("ring", pools);
  ASSERT_EQ(answers.size(), pools.size());
  for (std::size_t i = 0; i < pools.size(); ++i) {
    SCOPED_TRACE(pools[i]);
    expect(pools[i], answers[i]);
  }
}

}  // namespace
}  // namespace guideway::balance
