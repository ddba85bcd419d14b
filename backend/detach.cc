#include "backend/backend.h"
#include "backend/filter.h"
#include "backend/host.h"
#include "backend/ownership.h"
#include "base/privilege.h"

namespace guideway::backend {

// The reverse of attaching; an interface that is gone has taken its program and settings with it.
Result<void> detach(const std::string& interface, const std::string& root) {
  if (auto allowed = check_privilege(); !allowed) return allowed;
  const auto pins = find_pins(root, interface);
  if (!pins) return std::unexpected(pins.error());
  const auto port = find_interface(interface);
  auto record = adopt(*pins, interface, port ? port->index : 0);
  if (!record) return std::unexpected(std::move(record.error()));

  close_door(pins->at(link_pin));
  if (*record) {
    if (port) detach_filter(*port, **record);
    for (const Address& vip : added_vips(**record)) release_vip(*pins, vip, **record);
    restore_settings(**record);
  }
  remove_pins(*pins);
  return {};
}

}  // namespace guideway::backend
