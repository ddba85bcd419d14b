#include "control/daemon/members.h"

namespace guideway::daemon {

std::vector<MemberView> members(const Running& running, std::size_t p) {
  const config::Pool& pool = running.config.pools[p];
  const auto& built = running.computed.tables[p];
  const std::vector<std::uint32_t> counts = built ? built->counts : std::vector<std::uint32_t>();
  std::size_t used = 0;  // the table knows only those in use, in this order
  std::vector<MemberView> all;
  for (std::size_t b = 0; b < pool.backends.size(); ++b) {
    const core::BackendState state = running.verdicts[p].uses[b];
    const auto& target = running.targets[p][b];
    const auto report = target ? running.monitor->report(*target) : std::nullopt;
    all.push_back({.backend = pool.backends[b],
                   .state = state,
                   .health = report ? std::optional(report->standing.state) : std::nullopt,
                   .evidence = report ? report->last.evidence : std::string(),
                   .slots = state == core::BackendState::up && built ? counts[used++] : 0});
  }
  return all;
}

bool healthy(const Running& running, const dataplane::Backend& backend) {
  for (std::size_t p = 0; p < running.config.pools.size(); ++p)
    for (std::size_t b = 0; b < running.config.pools[p].backends.size(); ++b) {
      const config::Backend& member = running.config.pools[p].backends[b];
      const auto& target = running.targets[p][b];
      if (member.name == backend.name && member.address == backend.address && target &&
          running.monitor->state(*target) == health::State::unhealthy)
        return false;
    }
  return true;
}

}  // namespace guideway::daemon
