// Pools that nobody chose, for properties: drawn by RapidCheck, within what a table of some size may hold.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "balance/backend.h"
#include "balance/table.h"

namespace guideway::balance {

struct Given {
  std::map<std::string, std::uint32_t> weights;
  TableOptions options;

  // In the order of names, which live as long as this does.
  std::vector<Backend> backends() const {
    std::vector<Backend> list;
    for (const auto& [name, weight] : weights) list.push_back({name, weight});
    return list;
  }
};

// Any size, then as many backends as it may hold, with weights that may be 0 but not all.
inline Given given(bool equal = false) {
  static const std::vector<std::uint32_t> kSizes = {2, 3, 5, 7, 61, 127, 251, 1021, 4093};
  Given g;
  g.options.size = *rc::gen::elementOf(kSizes);
  g.options.weight_scale = *rc::gen::inRange(1U, 1001U);
  const auto scale = g.options.weight_scale;
  const auto count = *rc::gen::inRange(1U, std::min(g.options.size, 300U) + 1);
  const auto weight = equal ? rc::gen::just(scale) : rc::gen::inRange(0U, scale + 1);
  while (g.weights.size() < count) g.weights.emplace(*rc::gen::string<std::string>(), *weight);
  g.weights.begin()->second = std::max(g.weights.begin()->second, 1U);
  return g;
}

}  // namespace guideway::balance
