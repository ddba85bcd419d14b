// From backends to entrants: the seed of a backend is XXH64 of its name, seed 2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/backend.h"
#include "balance/rendezvous/entrant.h"
#include "balance/xxh64.h"

namespace guideway::balance {

// Those backends that `roster` names, in its order.
inline std::vector<Entrant> entrants_of(std::span<const Backend> backends, std::span<const std::uint32_t> roster) {
  std::vector<Entrant> entrants;
  entrants.reserve(roster.size());
  for (const auto i : roster) entrants.push_back({xxh64(backends[i].name, 2), backends[i].weight, i});
  return entrants;
}

}  // namespace guideway::balance
