// Random pools, built here and by the Python model: two programs that share nothing but the contract.
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "balance/maglev.h"
#include "tests/balance/oracle.h"

namespace guideway::balance {
namespace {

TEST(Model, AgreesOnRandomPools) {
  std::mt19937 random(3);
  nlohmann::json pools = nlohmann::json::array();
  for (const auto& [size, count] : std::vector<std::pair<std::uint32_t, int>>{
           {2, 4}, {3, 6}, {7, 20}, {127, 30}, {1021, 20}, {4093, 8}, {65537, 2}})
    for (auto& pool : random_pools(random, size, count)) pools.push_back(pool);

  const auto answers = ask_model("maglev", pools);
  ASSERT_EQ(answers.size(), pools.size());
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const auto backends = backends_of(pools[i]["weights"]);
    const auto table = build_maglev(backends, {pools[i]["size"], pools[i]["scale"]});
    ASSERT_TRUE(table) << to_text(table.error());
    EXPECT_EQ(digest_text(table->digest()), answers[i]["digest"].get<std::string>()) << pools[i];
    const auto counts = table->counts();
    for (std::size_t k = 0; k < backends.size(); ++k)
      EXPECT_EQ(counts[k], answers[i]["slots"][std::string(backends[k].name)].get<std::uint32_t>()) << backends[k].name;
  }
}

}  // namespace
}  // namespace guideway::balance
