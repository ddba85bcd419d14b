#include "control/daemon/announcing.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace guideway::daemon {
namespace {

void sync(Running& running, const std::set<Address>& announced, const std::string& why) {
  const auto changes = running.announcer.sync(announced, vips(running.config));
  if (!changes) {
    spdlog::error("{}", to_text(changes.error()));
    // Part of it may have been done: the routes themselves are the truth.
    if (const auto truth = running.announcer.announced()) running.announced = *truth;
    return;
  }
  for (const Address& vip : changes->announced) spdlog::info("announced {}", to_text(vip));
  for (const Address& vip : changes->withdrawn)
    spdlog::warn("withdrew {}: {}", to_text(vip), why.empty() ? "no longer configured" : why);
  running.announced = announced;
}

}  // namespace

std::string obstacle(const Running& running) {
  if (!running.ready) return "starting";
  if (!running.attachment || !running.attachment->in_force())
    return "the program is not on interface " + running.config.node.interface;
  std::string why;
  bool any_in_use = false;
  for (const dataplane::Backend& backend : running.computed.snapshot.backends) {
    if (backend.state != core::BackendState::up) continue;
    any_in_use = true;
    const auto resolution = running.resolver->look_up(backend.address);
    if (resolution && resolution->resolved()) return {};
    if (resolution) why = resolution->reason;
  }
  return any_in_use ? "no backend can be reached from here: " + why : std::string();
}

void announce(Running& running) {
  const std::string why = obstacle(running);
  sync(running, why.empty() ? vips(running.config) : std::set<Address>{}, why);
}

void withdraw(Running& running) { sync(running, {}, "stopping"); }

}  // namespace guideway::daemon
