// Addresses of a packet as the maps' keys.
#pragma once

#include "backend/layout.h"
#include "core/wire/bytes.h"

namespace guideway::backend {

GUIDEWAY_INLINE AddressKey ipv4_key(const uint8_t* address) {
  return {static_cast<uint32_t>(core::Family::ipv4), {core::load<uint32_t>(address), 0, 0, 0}};
}

GUIDEWAY_INLINE AddressKey ipv6_key(const uint8_t* address) {
  return {static_cast<uint32_t>(core::Family::ipv6),
          {core::load<uint32_t>(address), core::load<uint32_t>(address + 4), core::load<uint32_t>(address + 8),
           core::load<uint32_t>(address + 12)}};
}

}  // namespace guideway::backend
