// A pool's backends as they stand, for status and metrics: configuration, verdict and table side by side.
#pragma once

#include "control/daemon/running.h"

namespace guideway::daemon {

struct MemberView {
  const config::Backend& backend;
  core::BackendState state;
  std::optional<health::State> health;  // none: it is not checked
  std::string evidence;                 // of its last check; empty before the first
  std::uint32_t slots = 0;              // of the pool's table that it owns
};

std::vector<MemberView> members(const Running& running, std::size_t pool);

// False if any of a backend's checks says so, in whatever pool.
bool healthy(const Running& running, const dataplane::Backend& backend);

}  // namespace guideway::daemon
