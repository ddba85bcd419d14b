// Rendezvous against its contract: known answers, and random pools answered here and by the Python model.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>

#include "balance/rendezvous.h"
#include "balance/rendezvous_table.h"
#include "balance/xxh64.h"
#include "core/select/rendezvous.h"
#include "tests/balance/oracle.h"

namespace guideway::balance {
namespace {

using nlohmann::json;

json vectors() { return json::parse(std::ifstream("tests/vectors/rendezvous-v1.json")); }

std::uint64_t from_hex(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

void expect_picks(const json& expected, const std::vector<Backend>& backends) {
  const auto rendezvous = build_rendezvous(backends);
  ASSERT_TRUE(rendezvous) << to_text(rendezvous.error());
  for (const auto& [hash, name] : expected.items())
    EXPECT_EQ(backends[rendezvous->pick(from_hex(hash))].name, name.get<std::string>()) << hash;
}

void expect_table(const json& expected, const RendezvousTable& built, const std::vector<Backend>& backends) {
  const auto& table = built.table();
  EXPECT_EQ(digest_text(table.digest()), expected["digest"].get<std::string>());
  const auto counts = table.counts();
  for (std::size_t i = 0; i < backends.size(); ++i)
    EXPECT_EQ(counts[i], expected["slots"][std::string(backends[i].name)].get<std::uint32_t>()) << backends[i].name;
}

// In two orders; the second table comes of updates: one half of the list at a time, and all weights by and by.
void expect(const json& pool, const json& answer) {
  const TableOptions options{pool["size"], pool["scale"]};
  auto backends = backends_of(pool["weights"]);
  expect_picks(answer["picks"], backends);
  const auto table = build_rendezvous_table(backends, options);
  ASSERT_TRUE(table) << to_text(table.error());
  expect_table(answer, *table, backends);

  std::ranges::reverse(backends);
  expect_picks(answer["picks"], backends);
  auto half = backends;
  half.resize((half.size() + 1) / 2);
  for (auto& backend : half) backend.weight = std::max(1U, options.weight_scale / 2);
  const auto updated = build_rendezvous_table(half, options)->update(backends);
  ASSERT_TRUE(updated) << to_text(updated.error());
  expect_table(answer, *updated, backends);
}

TEST(RendezvousContract, KeepsItsKnownDrawsAndLogarithms) {
  const auto known = vectors();
  ASSERT_FALSE(known["draws"].empty() || known["logarithms"].empty());
  for (const auto& draw : known["draws"]) {
    const auto seed = xxh64(draw["name"].get<std::string>(), 2);
    EXPECT_EQ(core::rendezvous_draw(from_hex(draw["hash"]), seed), from_hex(draw["u"])) << draw;
  }
  for (const auto& [u, log] : known["logarithms"].items())
    EXPECT_EQ(core::minus_log2(from_hex(u)), log.get<std::uint32_t>()) << u;
}

TEST(RendezvousContract, KeepsItsKnownPools) {
  const auto known = vectors();
  ASSERT_FALSE(known["pools"].empty() || known["picks_of_any_weights"].empty());
  for (const auto& pool : known["pools"]) {
    SCOPED_TRACE(pool["weights"]);
    expect(pool, pool);
  }
  for (const auto& list : known["picks_of_any_weights"]) expect_picks(list["picks"], backends_of(list["weights"]));
}

TEST(RendezvousContract, AgreesWithTheModelOnRandomPools) {
  std::mt19937 random(6);
  json pools = json::array();
  for (const auto& [size, count] :
       std::vector<std::pair<std::uint32_t, int>>{{1, 3}, {2, 4}, {7, 20}, {128, 10}, {1021, 5}})
    for (auto& pool : random_pools(random, size, count)) pools.push_back(std::move(pool));
  const auto answers = ask_model("rendezvous", pools);
  ASSERT_EQ(answers.size(), pools.size());
  for (std::size_t i = 0; i < pools.size(); ++i) {
    SCOPED_TRACE(pools[i]);
    expect(pools[i], answers[i]);
  }
}

}  // namespace
}  // namespace guideway::balance
