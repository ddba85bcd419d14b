// hash -> slot: multiply and shift (Lemire, "Fast random integer generation in an interval", 2019) in
// place of a modulo. The hash's upper half is used: its low bits choose the line of the flow table, and
// the two must not go together.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

GUIDEWAY_INLINE uint32_t slot_of(uint64_t selection_hash, uint32_t table_size) {
  return static_cast<uint32_t>(((selection_hash >> 32) * table_size) >> 32);
}

}  // namespace guideway::core
