// A health check without a port of its own asks the port of the first service that uses the pool. Says so
// where that is a guess.
#include <fmt/format.h>

#include "control/config/checks.h"

namespace guideway::config {
namespace {

std::uint16_t& port_of(Health& health) {
  return std::visit([](auto& check) -> std::uint16_t& { return check.port; }, health.probe);
}

void settle(PoolDraft& draft, const std::vector<const ServiceDraft*>& users, Report& report) {
  std::uint16_t& port = port_of(*draft.pool.health);
  if (port != 0) return;
  const std::string_view say = "name the port in the pool's health, or say `health: none`";
  for (const ServiceDraft* const user : users) {
    const Service& service = user->service;
    if (service.port == 0)
      return report.error(user->port, "no-check-port",
                          fmt::format("with any port, the health check of pool {} has none to ask", draft.pool.name),
                          std::string(say));
    if (port == 0) {
      port = service.port;
      if (service.protocol == Protocol::udp && !draft.health_given)
        report.warning(
            user->port, "udp-check",
            fmt::format("pool {} is checked by TCP on port {}, where the service is UDP", draft.pool.name, port),
            std::string(say));
    } else if (service.port != port) {
      return report.warning(user->port, "check-port",
                            fmt::format("the backends of pool {} are checked on port {} alone", draft.pool.name, port),
                            std::string(say));
    }
  }
}

}  // namespace

void check_probes(Draft& draft, Report& report) {
  std::vector<std::vector<const ServiceDraft*>> users(draft.pools.size());
  for (const ServiceDraft& service : draft.services) {
    const bool known =
        service.service.pool < users.size() && draft.pools[service.service.pool].pool.name == service.pool_name;
    if (known && service.port_read) users[service.service.pool].push_back(&service);
  }
  for (std::size_t i = 0; i < draft.pools.size(); ++i) {
    if (draft.pools[i].pool.health) settle(draft.pools[i], users[i], report);
    if (users[i].empty() && !report.failed())
      report.warning(draft.pools[i].place, "unused-pool", "no service uses this pool",
                     "remove it, or name it in a service");
  }
}

}  // namespace guideway::config
