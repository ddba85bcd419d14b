// GRE (RFC 2784) in its shortest form: no checksum, key or sequence number; the type of what follows.
#pragma once

#include "core/wire/bytes.h"

namespace guideway::core::gre {

constexpr uint32_t size = 4;

GUIDEWAY_INLINE uint16_t flags_and_version(const uint8_t* h) { return load_be16(h); }
GUIDEWAY_INLINE uint16_t protocol_type(const uint8_t* h) { return load_be16(h + 2); }
GUIDEWAY_INLINE void write(uint8_t* h, uint16_t protocol_type) { store_be32(h, protocol_type); }

}  // namespace guideway::core::gre
