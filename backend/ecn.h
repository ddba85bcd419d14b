// Explicit congestion notification at the end of a tunnel (RFC 6040, section 4.2): what a router between
// balancer and backend marked on the outer header must reach the inner one, or TCP would not slow down.
#pragma once

#include "core/wire/bytes.h"

namespace guideway::backend::ecn {

constexpr uint8_t not_capable = 0, capable_1 = 1, capable_0 = 2, congested = 3;  // the two bits, as on the wire
constexpr uint8_t drop = 0xff;

// The inner header's bits after decapsulation, or `drop`.
constexpr uint8_t merge(uint8_t inner, uint8_t outer) {
  if (outer == congested) return inner == not_capable ? drop : congested;
  if (outer == capable_1 && inner == capable_0) return capable_1;
  return inner;
}

GUIDEWAY_INLINE uint8_t read_ipv4(const uint8_t* header) { return header[1] & 3; }
GUIDEWAY_INLINE uint8_t read_ipv6(const uint8_t* header) { return header[1] >> 4 & 3; }

// IPv4's checksum covers the bits and is brought up to date (RFC 1624).
GUIDEWAY_INLINE void write_ipv4(uint8_t* header, uint8_t bits) {
  const uint16_t before = core::load_be16(header);
  const uint16_t after = static_cast<uint16_t>((before & ~3u) | bits);
  uint32_t sum = (core::load_be16(header + 10) ^ 0xffffu) + (before ^ 0xffffu) + after;
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  header[1] = static_cast<uint8_t>(after);
  core::store_be16(header + 10, static_cast<uint16_t>(sum ^ 0xffff));
}

GUIDEWAY_INLINE void write_ipv6(uint8_t* header, uint8_t bits) {
  header[1] = static_cast<uint8_t>((header[1] & ~0x30u) | static_cast<uint32_t>(bits) << 4);
}

}  // namespace guideway::backend::ecn
