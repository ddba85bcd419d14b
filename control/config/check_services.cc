// Services among each other, and the pools that they name.
#include <fmt/format.h>

#include <map>
#include <tuple>

#include "control/config/address.h"
#include "control/config/checks.h"
#include "control/config/suggest.h"

namespace guideway::config {
namespace {

using PoolIndex = std::map<std::string_view, std::size_t>;

void find_pool(ServiceDraft& service, const PoolIndex& pools, Report& report) {
  if (const auto pool = pools.find(service.pool_name); pool != pools.end()) {
    service.service.pool = pool->second;
    service.pool_found = true;
    return;
  }
  if (service.pool_name.empty() || pools.empty()) return;  // said already
  std::vector<std::string_view> names;
  for (const auto& [name, index] : pools) names.push_back(name);
  const std::string_view meant = closest(service.pool_name, names);
  report.error(service.pool, "unknown-pool", fmt::format("there is no pool {}", quote(service.pool_name)),
               meant.empty() ? "define it under pools" : fmt::format("did you mean \"{}\"?", meant));
}

std::string port_text(std::uint16_t port) { return port == 0 ? "any port" : fmt::format("port {}", port); }

}  // namespace

void check_services(Draft& draft, Report& report) {
  PoolIndex pools;
  for (std::size_t i = 0; i < draft.pools.size(); ++i) pools.emplace(draft.pools[i].pool.name, i);

  std::map<std::string_view, std::size_t> by_name;
  std::map<std::tuple<Address, Protocol, std::uint16_t>, std::size_t> by_place;
  for (std::size_t i = 0; i < draft.services.size(); ++i) {
    ServiceDraft& draft_service = draft.services[i];
    const Service& service = draft_service.service;
    find_pool(draft_service, pools, report);
    if (!service.name.empty()) {
      const auto [same, fresh] = by_name.emplace(service.name, i);
      if (!fresh)
        report.error(draft_service.name, "duplicate-name",
                     fmt::format("{} is services[{}] already", quote(service.name), same->second),
                     "counters go by this name; give each service its own");
    }
    if (service.vip.family == Family::none || !draft_service.protocol_read || !draft_service.port_read) continue;
    const auto [same, fresh] = by_place.emplace(std::tuple(service.vip, service.protocol, service.port), i);
    if (!fresh)
      report.error(
          draft_service.port, "duplicate-service",
          fmt::format("{}, {} and {} are services[{}] already", to_text(service.vip),
                      service.protocol == Protocol::tcp ? "tcp" : "udp", port_text(service.port), same->second),
          "a packet can belong to one service only");
  }
}

}  // namespace guideway::config
