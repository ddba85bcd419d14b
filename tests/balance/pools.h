// Lists of backends for tests: "backend-0", "backend-1", ..., with names that live as long as the pool does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "balance/backend.h"

namespace guideway::balance {

struct Pool {
  std::vector<std::string> names;
  std::vector<Backend> list;  // refers to the names: a pool moves, but is not copied

  Pool() = default;
  Pool(Pool&&) = default;
  Pool& operator=(Pool&&) = default;
};

inline Pool weighted(const std::vector<std::uint32_t>& weights) {
  Pool pool;
  for (std::size_t i = 0; i < weights.size(); ++i) pool.names.push_back("backend-" + std::to_string(i));
  for (std::size_t i = 0; i < weights.size(); ++i) pool.list.push_back({pool.names[i], weights[i]});
  return pool;
}

inline Pool equal(std::size_t count) { return weighted(std::vector<std::uint32_t>(count, 100)); }

}  // namespace guideway::balance
