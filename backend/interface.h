// The interface that tunnels arrive on, by routing netlink: sysfs would show the namespace in which it
// was mounted, not the one that we are in.
#pragma once

#include <string>

#include "base/error.h"

namespace guideway::backend {

struct Interface {
  std::string name;
  int index = 0;
  unsigned mtu = 0;
};

// An error where it does not exist, carries no Ethernet, or is a port of a bridge (whose frames may be
// for others than this host).
Result<Interface> find_interface(const std::string& name);

}  // namespace guideway::backend
