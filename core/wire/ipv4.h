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

// As five whole words, summed before they are stored: a checksum read back from bytes and halves that have only
// just been stored would wait until they have reached the cache.
GUIDEWAY_INLINE void write(uint8_t* h, const Header& header) {
  const uint32_t first = 0x45u | static_cast<uint32_t>(header.traffic_class) << 8 |
                         static_cast<uint32_t>(swap16(header.total_length)) << 16;
  const uint32_t second = swap16(header.identification) | static_cast<uint32_t>(swap16(header.flags)) << 16;
  const uint32_t third = header.ttl | static_cast<uint32_t>(header.protocol) << 8;
  const uint64_t sum = uint64_t{first} + second + third + header.source + header.destination;
  store<uint32_t>(h, first);
  store<uint32_t>(h + 4, second);
  store<uint32_t>(h + 8, third | static_cast<uint32_t>(fold_checksum(sum)) << 16);
  store<uint32_t>(h + 12, header.source);
  store<uint32_t>(h + 16, header.destination);
}

// Back to where it came from, with a fresh time to live. The sum over both addresses stays; the word that holds the
// time to live is mended.
GUIDEWAY_INLINE void turn(uint8_t* h, uint8_t ttl) {
  const uint32_t from = source(h), to = destination(h);
  const uint16_t before = load<uint16_t>(h + 8);
  h[8] = ttl;
  store<uint16_t>(h + 10, mend_checksum(load<uint16_t>(h + 10), before, load<uint16_t>(h + 8)));
  store<uint32_t>(h + 12, to);
  store<uint32_t>(h + 16, from);
}

}  // namespace guideway::core::ipv4
