#include "balance/modulo.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "balance/maglev/turns.h"
#include "balance/roster.h"

namespace guideway::balance {

Result<Table> build_modulo(std::span<const Backend> backends, const TableOptions& options) {
  const auto roster = table_roster(backends, options.size, options.weight_scale);
  if (!roster) return std::unexpected(roster.error());
  std::vector<std::uint32_t> weights;
  weights.reserve(roster->size());
  for (const auto i : *roster) weights.push_back(backends[i].weight);

  std::vector<std::uint32_t> slots;
  slots.reserve(options.size);
  for (Turns turns(weights, options.weight_scale); slots.size() < options.size;)
    for (const auto turn : turns.next(options.size - slots.size())) slots.push_back((*roster)[turn]);
  return Table(std::move(slots), backends);
}

}  // namespace guideway::balance
