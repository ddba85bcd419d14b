#include "balance/policies.h"

#include <utility>

#include "balance/maglev.h"
#include "balance/modulo.h"
#include "balance/rendezvous_table.h"
#include "balance/ring.h"

namespace guideway::balance {

Result<Table> build_table(TablePolicy policy, std::span<const Backend> backends, const TableOptions& options) {
  switch (policy) {
    case TablePolicy::maglev: return build_maglev(backends, options);
    case TablePolicy::rendezvous: {
      auto built = build_rendezvous_table(backends, options);
      if (!built) return std::unexpected(std::move(built).error());
      return std::move(*built).table();
    }
    case TablePolicy::ring:
      return build_ring_table(backends, {.size = options.size, .ring = {.weight_scale = options.weight_scale}});
    case TablePolicy::modulo: return build_modulo(backends, options);
  }
  std::unreachable();
}

}  // namespace guideway::balance
