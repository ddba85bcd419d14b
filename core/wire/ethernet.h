// Ethernet II (IEEE 802.3): destination, source, type.
#pragma once

#include "core/wire/bytes.h"

namespace guideway::core::ethernet {

constexpr uint32_t size = 14;
constexpr uint16_t type_ipv4 = 0x0800;
constexpr uint16_t type_ipv6 = 0x86dd;

GUIDEWAY_INLINE uint16_t type(const uint8_t* header) { return load_be16(header + 12); }

// Addresses are given as 64-bit words whose first six bytes in memory count.
GUIDEWAY_INLINE void write(uint8_t* header, uint64_t destination, uint64_t source, uint16_t ether_type) {
  store<uint32_t>(header, static_cast<uint32_t>(destination));
  store<uint16_t>(header + 4, static_cast<uint16_t>(destination >> 32));
  store<uint32_t>(header + 6, static_cast<uint32_t>(source));
  store<uint16_t>(header + 10, static_cast<uint16_t>(source >> 32));
  store_be16(header + 12, ether_type);
}

}  // namespace guideway::core::ethernet
