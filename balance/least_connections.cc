#include "balance/least_connections.h"

#include "core/hash/mix.h"

namespace guideway::balance {

std::uint32_t LeastConnections::pick() {
  const auto chosen = loads_.least(core::mix_nth(seed_, turn_.up()));
  loads_.take(chosen);
  return chosen;
}

Result<LeastConnections> build_least_connections(std::span<const Backend> backends,
                                                 const LeastConnectionsOptions& options) {
  auto loads = build_loads(backends, LoadsLayout::together);
  if (!loads) return std::unexpected(std::move(loads).error());
  return LeastConnections(*std::move(loads), options.seed);
}

}  // namespace guideway::balance
