// One daemon an interface. The lock is a name in the kernel's abstract socket space: it belongs to the network
// namespace as the interface does, and is gone the moment its holder is, however it ended.
#pragma once

#include <string>

#include "base/descriptor.h"
#include "base/error.h"

namespace guideway::daemon {

Result<Descriptor> lock_interface(const std::string& interface);

}  // namespace guideway::daemon
