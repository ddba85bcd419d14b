// VLAN tags (IEEE 802.1Q; stacked as 802.1ad has it): four bytes between Ethernet's addresses and the
// type, each holding the tag's own type and 16 bits of priority and VLAN.
#pragma once

#include "core/wire/ethernet.h"

namespace guideway::core::vlan {

constexpr uint32_t size = 4;
constexpr uint32_t most = 2;  // an outer tag and an inner one: what providers use
constexpr uint16_t type_8021q = 0x8100;
constexpr uint16_t type_8021ad = 0x88a8;

GUIDEWAY_INLINE bool is_tag(uint16_t type) { return type == type_8021q || type == type_8021ad; }

}  // namespace guideway::core::vlan
