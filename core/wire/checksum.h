// The internet checksum (RFC 1071), over words as they lie in memory: sums of network-order words need
// no byte swap, as long as the result is stored the same way.
#pragma once

#include "core/wire/bytes.h"

namespace guideway::core {

GUIDEWAY_INLINE uint16_t fold_checksum(uint64_t sum) {
  sum = (sum & 0xffffffff) + (sum >> 32);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<uint16_t>(~sum);
}

// The checksum once a word that it covers has changed (RFC 1624, equation 3).
GUIDEWAY_INLINE uint16_t mend_checksum(uint16_t checksum, uint16_t before, uint16_t after) {
  return fold_checksum(static_cast<uint64_t>(static_cast<uint16_t>(~checksum)) + static_cast<uint16_t>(~before) +
                       after);
}

// Of an IPv4 header without options, its checksum field zero.
GUIDEWAY_INLINE uint16_t ipv4_checksum(const uint8_t* header) {
  uint64_t sum = 0;
#pragma unroll
  for (uint32_t i = 0; i < 20; i += 4) sum += load<uint32_t>(header + i);
  return fold_checksum(sum);
}

}  // namespace guideway::core
