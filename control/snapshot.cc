#include "control/snapshot.h"

#include <algorithm>

namespace guideway::control {

Standings all_up(const config::Config& config) {
  Standings standings;
  for (const config::Pool& pool : config.pools) standings.emplace_back(pool.backends.size(), core::BackendState::up);
  return standings;
}

Result<Computed> compute_snapshot(const config::Config& config, const Standings& standings, Tables& tables,
                                  std::uint64_t generation) {
  Computed computed;
  dataplane::Snapshot& snapshot = computed.snapshot;
  snapshot.generation = generation;
  snapshot.seed = config.seed;
  snapshot.source = config.node.source;
  if (config.node.source6) snapshot.source6 = *config.node.source6;
  const config::FlowTable& flows = config.node.flow_table;
  const auto seconds = [](config::seconds s) { return static_cast<std::uint16_t>(s.count()); };
  snapshot.timeouts = {seconds(flows.tentative), seconds(flows.established), seconds(flows.closing),
                       seconds(flows.udp)};

  std::map<std::pair<std::string, Address>, std::uint32_t> known;
  for (std::size_t p = 0; p < config.pools.size(); ++p) {
    const config::Pool& pool = config.pools[p];
    dataplane::Pool out{.name = pool.name, .table = nullptr, .members = {}};
    std::vector<std::uint32_t> indexes, used;
    for (std::uint32_t b = 0; b < pool.backends.size(); ++b) {
      const config::Backend& backend = pool.backends[b];
      const core::BackendState state = standings[p][b];
      const auto [entry, is_new] =
          known.emplace(std::pair(backend.name, backend.address), static_cast<std::uint32_t>(snapshot.backends.size()));
      if (is_new) snapshot.backends.push_back({backend.name, backend.address, state});
      // Flows are held by what the backend may get anywhere: an entry does not say which pool it is of.
      auto& best = snapshot.backends[entry->second].state;
      best = std::max(best, state);
      indexes.push_back(entry->second);
      if (state == core::BackendState::up) used.push_back(b);
    }
    const auto built = tables.get(pool, used);
    if (!built) return std::unexpected(built.error());
    if (*built) {
      out.table = dataplane::Table(*built, &(*built)->slots);
      for (const std::uint32_t b : used) out.members.push_back(indexes[b]);
    }
    snapshot.pools.push_back(std::move(out));
    computed.tables.push_back(*built);
    computed.backends.push_back(std::move(indexes));
  }

  for (const config::Service& service : config.services)
    snapshot.services.push_back({.name = service.name,
                                 .vip = service.vip,
                                 .protocol = static_cast<std::uint8_t>(service.protocol),
                                 .port = service.port,
                                 .pool = static_cast<std::uint32_t>(service.pool),
                                 .affinity = static_cast<std::uint8_t>(service.affinity),
                                 .follows_fragments = service.fragments == config::Fragments::follow});
  return computed;
}

}  // namespace guideway::control
