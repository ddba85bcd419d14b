// The Python models as oracles: random pools to ask them about, and their answers.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "balance/backend.h"

namespace guideway::balance {

// What tests/model/MODEL.py prints for a list of pools.
nlohmann::json ask_model(const std::string& model, const nlohmann::json& pools);

// `count` pools for a table of `size` slots, {"size", "scale", "weights": {name: weight}}: up to 200 backends, some
// lists with equal weights, some with none on most. Names of 1 to 80 bytes (all branches of XXH64), some beyond ASCII.
std::vector<nlohmann::json> random_pools(std::mt19937& random, std::uint32_t size, int count);

// The backends of a pool, whose names must outlive them.
std::vector<Backend> backends_of(const nlohmann::json& weights);

}  // namespace guideway::balance
