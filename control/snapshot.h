// From the desired state, and what is known of each backend, to the snapshot that the data plane applies. A pure
// computation: the same input gives the same tables on every balancer.
#pragma once

#include "control/config/model.h"
#include "control/tables.h"
#include "dataplane/snapshot.h"

namespace guideway::control {

// By pool, by backend in the pool: what it may get.
using Standings = std::vector<std::vector<core::BackendState>>;

Standings all_up(const config::Config& config);

struct Computed {
  dataplane::Snapshot snapshot;
  // By pool; null where the pool has nobody to send to.
  std::vector<std::shared_ptr<const BuiltTable>> tables;
  // By pool, by backend in the pool: its index in snapshot.backends. A backend that several pools name is one.
  std::vector<std::vector<std::uint32_t>> backends;
};

Result<Computed> compute_snapshot(const config::Config& config, const Standings& standings, Tables& tables,
                                  std::uint64_t generation);

}  // namespace guideway::control
