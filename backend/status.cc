#include "backend/backend.h"
#include "backend/maps.h"
#include "backend/ownership.h"
#include "base/privilege.h"

namespace guideway::backend {

Result<Status> status(const std::string& interface, const std::string& root) {
  if (auto allowed = check_privilege(); !allowed) return std::unexpected(std::move(allowed.error()));
  const auto port = find_interface(interface);
  if (!port) return std::unexpected(port.error());
  const auto pins = find_pins(root, interface);
  if (!pins) return std::unexpected(pins.error());
  if (auto owner = check_owner(*pins, interface, port->index); !owner) return std::unexpected(std::move(owner.error()));
  const auto maps = Maps::open(pins->directory);
  if (!maps) return std::unexpected(maps.error());

  Status status;
  status.interface = interface;
  status.mode = find_link(pins->at(link_pin), port->index) == Link::here ? mode_of(*port) : Mode::none;
  for (const Address& balancer : maps->balancers()) status.balancers.push_back({balancer, maps->traffic(balancer)});
  status.vips = maps->vips();
  status.segments = maps->segments();
  for (std::uint32_t i = 0; i < reason_count; ++i) status.reasons[i] = maps->count(static_cast<Reason>(i));
  return status;
}

}  // namespace guideway::backend
