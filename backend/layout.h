// What the programs in the kernel and the commands share through maps. A change of anything here is a
// new `layout_version`, which is part of the pins' path, so that an old program never reads new maps.
#pragma once

#include <stdint.h>

#include "core/wire/address.h"

namespace guideway::backend {

constexpr char layout_version[] = "v1";

constexpr uint32_t max_balancers = 1024;
constexpr uint32_t max_vips = 4096;

// An address as a key of a hash map: whole words, as the kernel hashes those fastest.
struct AddressKey {
  uint32_t family;    // core::Family
  uint32_t words[4];  // as in memory; IPv4 in the first, the rest zero
};

// What came through the tunnels of one balancer. One a CPU: not shared.
struct Traffic {
  uint64_t packets;
  uint64_t bytes;  // of inner packets
};

// The largest TCP segments that the tunnels leave room for, by the family of the VIP.
struct Segments {
  uint16_t ipv4;
  uint16_t ipv6;
  uint32_t spare;  // a value of eight bytes: the kernel replaces it in one store
};

}  // namespace guideway::backend
