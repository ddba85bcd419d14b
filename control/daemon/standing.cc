#include "control/daemon/standing.h"

#include <algorithm>
#include <set>

namespace guideway::daemon {
namespace {

// A check without a port of its own goes where the traffic goes.
std::optional<std::uint16_t> service_port(const config::Config& config, std::size_t pool) {
  const auto service = std::ranges::find(config.services, pool, &config::Service::pool);
  return service == config.services.end() ? std::nullopt : std::optional(service->port);
}

}  // namespace

std::vector<PoolTargets> pool_targets(const config::Config& config) {
  std::vector<PoolTargets> all;
  for (std::size_t p = 0; p < config.pools.size(); ++p) {
    const config::Pool& pool = config.pools[p];
    const auto port = service_port(config, p);
    PoolTargets targets(pool.backends.size());
    for (std::size_t b = 0; port && pool.health && b < targets.size(); ++b)
      targets[b] = health::target(pool.backends[b].address, *pool.health, *port);
    all.push_back(std::move(targets));
  }
  return all;
}

std::vector<health::Target> distinct(const std::vector<PoolTargets>& targets) {
  std::vector<health::Target> all;
  std::set<std::string> seen;
  for (const PoolTargets& pool : targets)
    for (const auto& target : pool)
      if (target && seen.insert(health::identity(*target)).second) all.push_back(*target);
  return all;
}

std::vector<health::Verdict> decide(const config::Config& config, const std::vector<PoolTargets>& targets,
                                    const Drains& drains, const AskHealth& ask) {
  std::vector<health::Verdict> verdicts;
  for (std::size_t p = 0; p < config.pools.size(); ++p) {
    const config::Pool& pool = config.pools[p];
    std::vector<health::Member> members;
    for (std::size_t b = 0; b < pool.backends.size(); ++b)
      members.push_back({.state = targets[p][b] ? ask(*targets[p][b]) : health::State::healthy,
                         .drained = drains.contains(pool.backends[b].name),
                         .weight = pool.backends[b].weight});
    verdicts.push_back(health::decide(members, pool.panic));
  }
  return verdicts;
}

control::Standings standings(const std::vector<health::Verdict>& verdicts) {
  control::Standings all;
  for (const health::Verdict& verdict : verdicts) all.push_back(verdict.uses);
  return all;
}

}  // namespace guideway::daemon
