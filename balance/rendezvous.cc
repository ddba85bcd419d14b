#include "balance/rendezvous.h"

#include "balance/limits.h"
#include "balance/rendezvous/entrants.h"
#include "balance/roster.h"

namespace guideway::balance {

Result<Rendezvous> build_rendezvous(std::span<const Backend> backends) {
  const auto roster = roster_of(backends, kMaxBackends);
  if (!roster) return std::unexpected(roster.error());
  return Rendezvous(entrants_of(backends, *roster));
}

}  // namespace guideway::balance
