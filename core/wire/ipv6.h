// IPv6 (RFC 8200), as read from and written to a header's first byte.
#pragma once

#include "core/wire/bytes.h"

namespace guideway::core::ipv6 {

constexpr uint32_t size = 40;

GUIDEWAY_INLINE uint32_t version(const uint8_t* h) { return h[0] >> 4; }
GUIDEWAY_INLINE uint8_t traffic_class(const uint8_t* h) { return static_cast<uint8_t>(load_be32(h) >> 20); }
GUIDEWAY_INLINE uint16_t payload_length(const uint8_t* h) { return load_be16(h + 4); }
GUIDEWAY_INLINE uint8_t next_header(const uint8_t* h) { return h[6]; }

struct Header {
  uint8_t traffic_class;
  uint32_t flow_label;  // 20 bits
  uint16_t payload_length;
  uint8_t next_header;
  uint8_t hop_limit;
  const uint8_t* source;
  const uint8_t* destination;
};

GUIDEWAY_INLINE void write(uint8_t* h, const Header& header) {
  store_be32(h, 6u << 28 | static_cast<uint32_t>(header.traffic_class) << 20 | (header.flow_label & 0xfffff));
  store_be16(h + 4, header.payload_length);
  h[6] = header.next_header;
  h[7] = header.hop_limit;
#pragma unroll
  for (uint32_t i = 0; i < 16; i += 4) {
    store<uint32_t>(h + 8 + i, load<uint32_t>(header.source + i));
    store<uint32_t>(h + 24 + i, load<uint32_t>(header.destination + i));
  }
}

// Back to where it came from, with a fresh hop limit.
GUIDEWAY_INLINE void turn(uint8_t* h, uint8_t hop_limit) {
  h[7] = hop_limit;
#pragma unroll
  for (uint32_t i = 0; i < 16; i += 8) {
    const uint64_t from = load<uint64_t>(h + 8 + i), to = load<uint64_t>(h + 24 + i);
    store<uint64_t>(h + 8 + i, to);
    store<uint64_t>(h + 24 + i, from);
  }
}

}  // namespace guideway::core::ipv6
