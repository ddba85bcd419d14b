// Random pools, built here and by the Python model: two programs that share nothing but the contract.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "balance/maglev.h"

namespace guideway::balance {
namespace {

using nlohmann::json;

json ask_model(const json& pools) {
  std::string path = (std::filesystem::temp_directory_path() / "guideway-model-XXXXXX").string();
  close(mkstemp(path.data()));
  std::ofstream(path) << pools;
  const std::unique_ptr<FILE, int (*)(FILE*)> model(popen(("python3 tests/model/maglev.py " + path).c_str(), "r"),
                                                    pclose);
  std::string answer;
  for (int c = 0; (c = std::fgetc(model.get())) != EOF;) answer.push_back(static_cast<char>(c));
  std::filesystem::remove(path);
  return json::parse(answer);
}

// Names of 1 to 80 characters (all branches of XXH64), some beyond ASCII.
std::string random_name(std::mt19937& random, std::size_t index) {
  static const std::vector<std::string> letters = {"a", "Z", "0", "-", ".", ":", "é", "→", "\U0001F689"};
  std::string name = std::to_string(index);
  for (auto length = random() % 20; length > 0; --length) name.insert(0, letters[random() % letters.size()]);
  return name;
}

json random_pools(std::mt19937& random, std::uint32_t size, int count) {
  json pools = json::array();
  for (int i = 0; i < count; ++i) {
    const std::uint32_t scale = 1 + random() % (i % 2 ? 10 : 1000);
    const auto backends = 1 + random() % std::min(size, 200U);
    json weights = json::object();
    for (std::size_t k = 0; k < backends; ++k)
      weights[random_name(random, k)] = i % 3 == 0 ? scale : k == 0 ? 1 : random() % (scale + 1);
    pools.push_back({{"size", size}, {"scale", scale}, {"weights", weights}});
  }
  return pools;
}

TEST(Model, AgreesOnRandomPools) {
  std::mt19937 random(3);
  json pools = json::array();
  for (const auto& [size, count] : std::vector<std::pair<std::uint32_t, int>>{
           {2, 4}, {3, 6}, {7, 20}, {127, 30}, {1021, 20}, {4093, 8}, {65537, 2}})
    for (auto& pool : random_pools(random, size, count)) pools.push_back(pool);

  const auto answers = ask_model(pools);
  ASSERT_EQ(answers.size(), pools.size());
  for (std::size_t i = 0; i < pools.size(); ++i) {
    std::vector<Backend> backends;
    for (const auto& [name, weight] : pools[i]["weights"].items()) backends.push_back({name, weight});
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
