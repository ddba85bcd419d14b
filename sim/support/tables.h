// The policies that have a table, by name, and what experiments ask of two tables.
#pragma once

#include <cstdint>
#include <string_view>

#include "balance/table.h"
#include "base/error.h"
#include "sim/experiment.h"
#include "sim/support/pool.h"

namespace guideway::sim {

inline constexpr std::string_view kPolicies = "maglev rendezvous ring modulo";

inline constexpr Parameter kPolicy = {.name = "policy",
                                      .meaning = "which policies",
                                      .standard = "maglev,rendezvous,ring,modulo",
                                      .list = true,
                                      .words = kPolicies};

// By balance/policies.h, which settings name as it does. Errors are its own.
Result<balance::Table> build(std::string_view policy, const Backends& backends, std::uint64_t size);

// From one table to another over the same list of backends.
struct Moves {
  std::uint64_t moved = 0;        // slots whose owner is another
  std::uint64_t unavoidable = 0;  // as many had to move: what backends own less than before
  std::uint64_t needless() const { return moved - unavoidable; }
};

Moves moves(const balance::Table& before, const balance::Table& after);

}  // namespace guideway::sim
