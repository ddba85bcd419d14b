// Addresses that must not meet: a packet for a VIP goes to a backend, so a VIP that is also a backend or
// this balancer would go round in circles. And the outer header needs a source of the backend's family.
#include <fmt/format.h>

#include <map>
#include <string>

#include "control/config/address.h"
#include "control/config/checks.h"

namespace guideway::config {
namespace {

std::string path_of(const PoolDraft& pool, const BackendDraft& backend) {
  return fmt::format("backend {} of pool {}", backend.backend.name, pool.pool.name);
}

}  // namespace

void check_addresses(const Draft& draft, Report& report) {
  const Node& node = draft.config.node;
  std::map<Address, std::string> taken;
  if (node.source.family != Family::none) taken.emplace(node.source, "node.source");
  if (node.source6 && node.source6->family != Family::none) taken.emplace(*node.source6, "node.source6");

  bool wants_source6 = !node.source6;
  std::map<Address, std::string> backends;
  for (const PoolDraft& pool : draft.pools)
    for (const BackendDraft& backend : pool.backends) {
      const Address& address = backend.backend.address;
      if (address.family == Family::none) continue;
      if (const auto own = taken.find(address); own != taken.end())
        report.error(backend.address, "backend-is-balancer", fmt::format("{} is {}", to_text(address), own->second),
                     "a balancer cannot tunnel to itself");
      if (address.family == Family::ipv6 && wants_source6) {
        report.error(draft.node.key("source6"), "missing-key",
                     fmt::format("required, as {} has an IPv6 address", path_of(pool, backend)),
                     "the IPv6 address that packets to IPv6 backends come from");
        wants_source6 = false;  // once is enough
      }
      backends.emplace(address, path_of(pool, backend));
    }
  taken.merge(backends);

  for (const ServiceDraft& service : draft.services) {
    const auto other = taken.find(service.service.vip);
    if (service.service.vip.family != Family::none && other != taken.end())
      report.error(service.vip, "vip-taken", fmt::format("{} is also {}", to_text(service.service.vip), other->second),
                   "a VIP is an address of its own, and lies on each backend's loopback");
  }
}

}  // namespace guideway::config
