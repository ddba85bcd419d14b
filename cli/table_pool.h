// The pool whose table `guideway table` shows: from options, or from a config file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "balance/maglev.h"
#include "base/error.h"

namespace guideway::cli {

struct TablePool {
  balance::TableOptions options;
  std::vector<std::pair<std::string, std::uint32_t>> backends;  // name, weight
};

struct PoolOptions {
  std::vector<std::string> backends;  // NAME[=WEIGHT]
  std::uint32_t size = balance::TableOptions{}.size;
  std::optional<std::uint32_t> ceiling;  // the weight scale
};

// As in a config file, a weight not given is the scale; the scale not given is the largest weight.
Result<TablePool> pool_from_options(const PoolOptions& options);

// The pool of that name, or without a name the only one. What is wrong with the file goes to stderr.
Result<TablePool> pool_from_config(const std::string& file, const std::string& name);

}  // namespace guideway::cli
