// Ethernet II (IEEE 802.3): destination, source, type.
#pragma once

#include "core/wire/bytes.h"

namespace guideway::core::ethernet {

constexpr uint32_t size = 14;
constexpr uint32_t type_at = 12;
constexpr uint16_t type_ipv4 = 0x0800;
constexpr uint16_t type_ipv6 = 0x86dd;

GUIDEWAY_INLINE uint16_t type(const uint8_t* header) { return load_be16(header + type_at); }

// Addresses are given as 64-bit words whose first six bytes in memory count: what a store writes beyond them,
// the next one overwrites.
GUIDEWAY_INLINE void write_addresses(uint8_t* header, uint64_t destination, uint64_t source) {
  store<uint64_t>(header, destination);
  store<uint64_t>(header + 6, source);
}

GUIDEWAY_INLINE void write(uint8_t* header, uint64_t destination, uint64_t source, uint16_t ether_type) {
  write_addresses(header, destination, source);
  store_be16(header + type_at, ether_type);
}

}  // namespace guideway::core::ethernet
