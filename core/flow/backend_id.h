// A backend's id as flow entries hold it: 16 bits of index into the backend array and 8 of incarnation,
// which grows each time the index goes to another backend. An entry whose incarnation is not the
// current one points at somebody who is gone. Incarnations run from 1, so no id is 0.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

// (Functions beside it rather than members: it lies in maps, and the kernel's type format has no methods.)
struct BackendId {
  uint32_t value;  // 24 bits; 0: none
};

GUIDEWAY_INLINE constexpr BackendId make_backend_id(uint32_t index, uint8_t incarnation) {
  return {index << 8 | incarnation};
}
GUIDEWAY_INLINE constexpr uint32_t index_of(BackendId id) { return id.value >> 8 & 0xffff; }
GUIDEWAY_INLINE constexpr uint8_t incarnation_of(BackendId id) { return static_cast<uint8_t>(id.value); }

}  // namespace guideway::core
