#include "control/daemon/change.h"

#include <spdlog/spdlog.h>

#include <utility>

namespace guideway::daemon {
namespace {

struct Next {
  std::vector<PoolTargets> targets;
  std::vector<health::Verdict> verdicts;
  control::Computed computed;
};

// Computes and publishes; `running` is touched only when all of it has worked.
Result<void> put_in_force(Running& running, const config::Config& config) {
  Next next;
  next.targets = pool_targets(config);
  next.verdicts = decide(config, next.targets, running.drains,
                         [&running](const health::Target& target) { return running.monitor->state(target); });
  auto computed =
      control::compute_snapshot(config, standings(next.verdicts), running.tables, running.publisher.generation() + 1);
  if (!computed) return std::unexpected(computed.error());
  if (const auto applied = running.publisher.apply(computed->snapshot); !applied)
    return std::unexpected(applied.error());

  const std::vector<health::Verdict> before = std::exchange(running.verdicts, std::move(next.verdicts));
  running.targets = std::move(next.targets);
  running.computed = std::move(*computed);
  running.tables.trim();
  for (std::size_t p = 0; p < running.verdicts.size(); ++p) {
    const health::Verdict& verdict = running.verdicts[p];
    if (p < before.size() && before[p].uses == verdict.uses && before[p].panic == verdict.panic) continue;
    const std::string line = health::to_text(verdict, config.pools[p].name, config.pools[p].panic);
    if (verdict.panic || verdict.healthy < verdict.candidates || verdict.candidates == 0)
      spdlog::warn("{}", line);
    else
      spdlog::info("{}", line);
  }
  return {};
}

}  // namespace

Result<void> refresh(Running& running) { return put_in_force(running, running.config); }

Result<void> replace(Running& running, config::Config next) {
  if (const auto done = put_in_force(running, next); !done) return done;
  running.config = std::move(next);
  watch(running);
  return {};
}

void watch(Running& running) {
  running.monitor->watch(distinct(running.targets));
  std::vector<Address> addresses;
  for (const dataplane::Backend& backend : running.computed.snapshot.backends) addresses.push_back(backend.address);
  running.resolver->watch(addresses);
}

}  // namespace guideway::daemon
