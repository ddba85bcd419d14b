// What is checked: one address by one check. Pools that want the same address checked in the same way
// want the same target, so it is probed once, and a backend cannot be up in one pool and down in another
// by two probes that saw different moments.
#pragma once

#include <optional>
#include <string>

#include "base/address.h"
#include "control/config/model.h"

namespace guideway::health {

struct Target {
  Address address;
  config::Health check;  // its port resolved: never 0

  // Whether it is taken for healthy before the first result. None: unknown, and the first result decides
  // at once. Given (a restart, where the data plane holds the last known state), it takes `rise` or
  // `fall` results to change it. Not part of what a target is.
  std::optional<bool> initial = std::nullopt;
};

// `check` on `address`; where the check names no port it goes to `service_port`.
Target target(const Address& address, config::Health check, std::uint16_t service_port);

Endpoint endpoint(const Target& target);

// The same text for the same address and check, and only for those.
std::string identity(const Target& target);

}  // namespace guideway::health
