// The outer header that the floor writes: set before it is loaded.
#pragma once

#include <stdint.h>

namespace guideway::bench {

struct Floor {
  uint64_t mac_destination, mac_source;  // the first six bytes in memory
  uint32_t source, destination;          // as in memory
};

}  // namespace guideway::bench
