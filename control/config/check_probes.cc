// A health check without a port of its own asks the port of the first service that uses the pool. Says so
// where that is a guess.
#include <fmt/format.h>

#include <algorithm>

#include "control/config/checks.h"

namespace guideway::config {
namespace {

std::uint16_t& port_of(Health& health) {
  return std::visit([](auto& check) -> std::uint16_t& { return check.port; }, health.probe);
}

constexpr const char* kHint = "name the port in the pool's health, or say `health: none`";

using Users = std::vector<const ServiceDraft*>;

// DNS has both: a service on UDP, and one on TCP at the same port, which a TCP check can well ask.
bool answers_tcp(const Users& users, std::uint16_t port) {
  return std::ranges::any_of(users, [&](const ServiceDraft* user) {
    return user->service.protocol == Protocol::tcp && user->service.port == port;
  });
}

void settle(PoolDraft& draft, const Users& users, Report& report) {
  std::uint16_t& port = port_of(*draft.pool.health);
  if (port != 0 || users.empty()) return;
  const std::string& pool = draft.pool.name;
  const auto any = std::ranges::find_if(users, [](const ServiceDraft* user) { return user->service.port == 0; });
  if (any != users.end())
    return report.error((*any)->port, "no-check-port",
                        fmt::format("with any port, the health check of pool {} has none to ask", pool), kHint);

  port = users.front()->service.port;
  if (!draft.health_given && !answers_tcp(users, port))
    report.warning(users.front()->port, "udp-check",
                   fmt::format("pool {} is checked by TCP on port {}, where the service is UDP", pool, port), kHint);
  const auto other = std::ranges::find_if(users, [&](const ServiceDraft* user) { return user->service.port != port; });
  if (other != users.end())
    report.warning((*other)->port, "check-port",
                   fmt::format("the backends of pool {} are checked on port {} alone", pool, port), kHint);
}

}  // namespace

void check_probes(Draft& draft, Report& report) {
  std::vector<Users> users(draft.pools.size());
  for (const ServiceDraft& service : draft.services)
    if (service.pool_found && service.port_read) users[service.service.pool].push_back(&service);
  for (std::size_t i = 0; i < draft.pools.size(); ++i) {
    PoolDraft& pool = draft.pools[i];
    if (pool.pool.health) settle(pool, users[i], report);
    if (users[i].empty() && !report.failed())
      report.warning(pool.place, "unused-pool", "no service uses this pool", "remove it, or name it in a service");
  }
}

}  // namespace guideway::config
