// The pool whose table `guideway table` shows: from options, or from a config file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "balance/policies.h"
#include "balance/ring.h"
#include "base/error.h"

namespace guideway::cli {

struct TablePool {
  balance::TablePolicy policy;
  balance::TableOptions options;
  std::uint32_t ring_points;                                    // of a backend of full weight, if the policy is ring
  std::vector<std::pair<std::string, std::uint32_t>> backends;  // name, weight
};

struct PoolOptions {
  std::vector<std::string> backends;                                   // NAME[=WEIGHT]
  std::string policy{balance::name_of(balance::TablePolicy::maglev)};  // one of kTablePolicies
  std::uint32_t size = balance::TableOptions{}.size;
  std::optional<std::uint32_t> ceiling;      // the weight scale
  std::optional<std::uint32_t> ring_points;  // only for a ring
};

// As in a config file, a weight not given is the scale; the scale not given is the largest weight.
Result<TablePool> pool_from_options(const PoolOptions& options);

Result<balance::Table> build(const TablePool& pool);

// The pool of that name, or without a name the only one. What is wrong with the file goes to stderr.
Result<TablePool> pool_from_config(const std::string& file, const std::string& name);

}  // namespace guideway::cli
