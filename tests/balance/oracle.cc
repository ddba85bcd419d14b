#include "tests/balance/oracle.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

namespace guideway::balance {

using nlohmann::json;

namespace {

std::string random_name(std::mt19937& random, std::size_t index) {
  static const std::vector<std::string> letters = {"a", "Z", "0", "-", ".", ":", "é", "→", "\U0001F689"};
  std::string name = std::to_string(index);
  for (auto length = random() % 20; length > 0; --length) name.insert(0, letters[random() % letters.size()]);
  return name;
}

}  // namespace

json ask_model(const std::string& model, const json& pools) {
  std::string path = (std::filesystem::temp_directory_path() / "guideway-model-XXXXXX").string();
  close(mkstemp(path.data()));
  std::ofstream(path) << pools;
  const std::unique_ptr<FILE, int (*)(FILE*)> answering(
      popen(("python3 tests/model/" + model + ".py " + path).c_str(), "r"), pclose);
  std::string answer;
  for (int c = 0; (c = std::fgetc(answering.get())) != EOF;) answer.push_back(static_cast<char>(c));
  std::filesystem::remove(path);
  return json::parse(answer);
}

std::vector<json> random_pools(std::mt19937& random, std::uint32_t size, int count) {
  std::vector<json> pools;
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

std::vector<Backend> backends_of(const json& weights) {
  std::vector<Backend> backends;
  for (const auto& [name, weight] : weights.items()) backends.push_back({name, weight});
  return backends;
}

}  // namespace guideway::balance
