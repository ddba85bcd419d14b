// The known answers of the table contract, each with the backends in many orders.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "balance/maglev.h"
#include "balance/maglev/fill.h"

namespace guideway::balance {
namespace {

using nlohmann::json;

json vectors() { return json::parse(std::ifstream("tests/vectors/contracts-v1.json")); }

std::vector<std::string> fill_by_name(std::uint32_t size, const json& backends, const std::string& without) {
  std::vector<Contender> contenders;
  std::vector<std::string> names;
  for (const auto& backend : backends) {
    if (backend["name"] == without) continue;
    contenders.push_back({backend["offset"], backend["skip"], 1, static_cast<std::uint16_t>(names.size())});
    names.push_back(backend["name"]);
  }
  std::vector<std::string> owners;
  for (const auto slot : fill<std::uint16_t>(size, contenders, 1)) owners.push_back(names[slot]);
  return owners;
}

TEST(Vectors, PermutationsOfThePaper) {
  const auto cases = vectors()["permutations"];
  ASSERT_FALSE(cases.empty());
  for (const auto& c : cases) {
    EXPECT_EQ(fill_by_name(c["size"], c["backends"], ""), c["table"].get<std::vector<std::string>>());
    EXPECT_EQ(fill_by_name(c["size"], c["backends"], "B2"), c["without_B2"].get<std::vector<std::string>>());
  }
}

void expect_table(const json& expected, std::vector<std::pair<std::string, std::uint32_t>> weights) {
  std::vector<Backend> backends;
  for (const auto& [name, weight] : weights) backends.push_back({name, weight});
  const auto table = build_maglev(backends, {expected["size"], expected["ceiling"]});
  ASSERT_TRUE(table) << to_text(table.error());
  EXPECT_EQ(digest_text(table->digest()), expected["digest"].get<std::string>());

  const auto counts = table->counts();
  for (std::size_t i = 0; i < weights.size(); ++i)
    EXPECT_EQ(counts[i], expected["slots_per_backend"][weights[i].first].get<std::uint32_t>()) << weights[i].first;

  if (!expected.contains("table")) return;
  std::vector<std::string> owners;
  for (const auto slot : table->slots<std::uint16_t>()) owners.emplace_back(table->name(slot));
  EXPECT_EQ(owners, expected["table"].get<std::vector<std::string>>());
}

TEST(Vectors, TablesWithBackendsInAnyOrder) {
  std::mt19937 random(1);
  const auto cases = vectors()["tables"];
  ASSERT_FALSE(cases.empty());
  for (const auto& c : cases) {
    SCOPED_TRACE("size " + c["size"].dump() + ", digest " + c["digest"].dump());
    std::vector<std::pair<std::string, std::uint32_t>> weights;
    for (const auto& [name, weight] : c["weights"].items()) weights.emplace_back(name, weight);
    expect_table(c, weights);
    std::ranges::reverse(weights);
    expect_table(c, weights);
    for (int shuffles = 0; shuffles < 3; ++shuffles) {
      std::ranges::shuffle(weights, random);
      expect_table(c, weights);
    }
  }
}

}  // namespace
}  // namespace guideway::balance
