// The tables of pools: built once for the same policy, names, weights and sizes, and shared by all pools that ask for
// them, in this snapshot and from one to the next. Building is the expensive part of a change.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "control/config/model.h"

namespace guideway::control {

struct BuiltTable {
  std::vector<std::uint16_t> slots;   // as the data plane reads them, whatever the library's own width
  std::vector<std::uint32_t> counts;  // slots a backend
  std::string digest;
};

class Tables {
 public:
  // The table over `used`, indexes into pool.backends; its slots are indexes into `used`. Null where none has weight.
  Result<std::shared_ptr<const BuiltTable>> get(const config::Pool& pool, const std::vector<std::uint32_t>& used);

  // Forgets what nobody else holds.
  void trim();

 private:
  std::map<std::string, std::shared_ptr<const BuiltTable>> built_;
};

}  // namespace guideway::control
