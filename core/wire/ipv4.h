// IPv4 (RFC 791), as read from and written to a header's first byte.
#pragma once

#include "core/wire/bytes.h"
#include "core/wire/checksum.h"

namespace guideway::core::ipv4 {

constexpr uint32_t min_size = 20;
constexpr uint16_t dont_fragment = 0x4000;
constexpr uint16_t more_fragments = 0x2000;
constexpr uint16_t fragment_offset = 0x1fff;

GUIDEWAY_INLINE uint32_t version(const uint8_t* h) { return h[0] >> 4; }
GUIDEWAY_INLINE uint32_t header_size(const uint8_t* h) { return (h[0] & 0xfu) * 4; }
GUIDEWAY_INLINE uint8_t traffic_class(const uint8_t* h) { return h[1]; }  // DSCP and ECN
GUIDEWAY_INLINE uint16_t total_length(const uint8_t* h) { return load_be16(h + 2); }
GUIDEWAY_INLINE uint16_t identification(const uint8_t* h) { return load_be16(h + 4); }
GUIDEWAY_INLINE uint16_t flags_and_offset(const uint8_t* h) { return load_be16(h + 6); }
GUIDEWAY_INLINE uint8_t protocol(const uint8_t* h) { return h[9]; }
GUIDEWAY_INLINE uint32_t source(const uint8_t* h) { return load<uint32_t>(h + 12); }       // as in memory
GUIDEWAY_INLINE uint32_t destination(const uint8_t* h) { return load<uint32_t>(h + 16); }  // as in memory

struct Header {
  uint8_t traffic_class;
  uint16_t total_length;
  uint16_t identification;
  uint16_t flags;
  uint8_t ttl;
  uint8_t protocol;
  uint32_t source, destination;  // as in memory
};

GUIDEWAY_INLINE void write(uint8_t* h, const Header& header) {
  h[0] = 0x45;
  h[1] = header.traffic_class;
  store_be16(h + 2, header.total_length);
  store_be16(h + 4, header.identification);
  store_be16(h + 6, header.flags);
  h[8] = header.ttl;
  h[9] = header.protocol;
  store<uint16_t>(h + 10, 0);
  store<uint32_t>(h + 12, header.source);
  store<uint32_t>(h + 16, header.destination);
  store<uint16_t>(h + 10, ipv4_checksum(h));
}

}  // namespace guideway::core::ipv4
