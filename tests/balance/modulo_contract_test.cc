// The policy modulo against its contract: known answers, and random pools built here and by the Python model.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "balance/modulo.h"
#include "tests/balance/oracle.h"

namespace guideway::balance {
namespace {

using nlohmann::json;

void expect(const json& pool, const json& answer) {
  auto backends = backends_of(pool["weights"]);
  for (int order = 0; order < 2; ++order, std::ranges::reverse(backends)) {
    const auto table = build_modulo(backends, {pool["size"], pool["scale"]});
    ASSERT_TRUE(table) << to_text(table.error());
    EXPECT_EQ(digest_text(table->digest()), answer["digest"].get<std::string>());
    std::map<std::string, std::uint32_t> slots;
    const auto counts = table->counts();
    for (std::size_t i = 0; i < backends.size(); ++i) slots.emplace(backends[i].name, counts[i]);
    EXPECT_EQ(slots, (answer["slots"].get<std::map<std::string, std::uint32_t>>()));
  }
}

TEST(ModuloContract, KeepsItsKnownAnswers) {
  const auto tables = json::parse(std::ifstream("tests/vectors/modulo-v1.json"))["tables"];
  ASSERT_FALSE(tables.empty());
  for (const auto& table : tables) {
    SCOPED_TRACE(table["digest"]);
    expect(table, table);
  }
}

TEST(ModuloContract, AgreesWithTheModelOnRandomPools) {
  std::mt19937 random(7);
  json pools = json::array();
  for (const auto& [size, count] :
       std::vector<std::pair<std::uint32_t, int>>{{1, 3}, {2, 4}, {7, 20}, {128, 20}, {1021, 20}, {65537, 2}})
    for (auto& pool : random_pools(random, size, count)) pools.push_back(std::move(pool));
  const auto answers = ask_model("modulo", pools);
  ASSERT_EQ(answers.size(), pools.size());
  for (std::size_t i = 0; i < pools.size(); ++i) {
    SCOPED_TRACE(pools[i]);
    expect(pools[i], answers[i]);
  }
}

}  // namespace
}  // namespace guideway::balance
