#include "control/capacity.h"

#include <algorithm>
#include <set>

namespace guideway::control {

dataplane::Capacity capacity_for(const config::Config& config, const dataplane::Snapshot& snapshot) {
  constexpr std::size_t least_slots = 4 * 1024 * 1024, least_members = 64 * 1024, spare = 3;
  std::size_t slots = 0, members = 0;
  std::set<const void*> counted;
  for (const dataplane::Pool& pool : snapshot.pools) {
    members += pool.members.size();
    if (pool.table && counted.insert(pool.table.get()).second) slots += pool.table->size() + core::slots_per_word;
  }
  return {.flow_entries = config.node.flow_table.entries,
          .slots = static_cast<std::uint32_t>(std::max(least_slots, spare * slots)),
          .members = static_cast<std::uint32_t>(std::max(least_members, spare * members))};
}

}  // namespace guideway::control
