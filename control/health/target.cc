#include "control/health/target.h"

#include <fmt/format.h>

namespace guideway::health {

Target target(const Address& address, config::Health check, std::uint16_t service_port) {
  std::visit([&](auto& probe) { probe.port = probe.port == 0 ? service_port : probe.port; }, check.probe);
  return {.address = address, .check = std::move(check)};
}

Endpoint endpoint(const Target& target) {
  return {.address = target.address,
          .port = std::visit([](const auto& probe) { return probe.port; }, target.check.probe)};
}

std::string identity(const Target& target) {
  const config::Health& check = target.check;
  std::string text = fmt::format("{} {} {} {} {}", to_text(endpoint(target)), check.interval.count(),
                                 check.timeout.count(), check.rise, check.fall);
  // Lengths before the texts: whatever a path holds, two checks that differ never read alike.
  if (const auto* http = std::get_if<config::HttpCheck>(&check.probe))
    text +=
        fmt::format(" http {} {}:{} {}:{}", http->expect, http->host.size(), http->host, http->path.size(), http->path);
  return text;
}

}  // namespace guideway::health
