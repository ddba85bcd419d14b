#include "sim/support/tables.h"

#include <cstddef>
#include <vector>

#include "balance/policies.h"

namespace guideway::sim {

Result<balance::Table> build(std::string_view policy, const Backends& backends, std::uint64_t size) {
  return balance::build_table(*balance::policy_of(policy), backends, {.size = static_cast<std::uint32_t>(size)});
}

Moves moves(const balance::Table& before, const balance::Table& after) {
  Moves moves;
  for (std::uint32_t slot = 0; slot < before.size(); ++slot) moves.moved += before[slot] != after[slot];
  const auto had = before.counts(), has = after.counts();
  for (std::size_t i = 0; i < had.size(); ++i)
    if (had[i] > has[i]) moves.unavoidable += had[i] - has[i];
  return moves;
}

}  // namespace guideway::sim
