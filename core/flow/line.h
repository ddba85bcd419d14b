// The flow table's unit: one 64-byte line, one cache line, six entries.
//
// The problem: find a flow's backend with one memory access, on any CPU, without locks, such that no flood
// can push an established flow out. The choice: the hash names the only line that a flow can live in; a line
// holds six 64-bit words (a 40-bit tag, the hash's top bits, and a 24-bit backend id), so that an entry comes
// and goes by one compare-and-swap, and six 16-bit states beside them (three bits of state, thirteen
// of the tick last seen). Rejected: an LRU list (writes shared lines on every packet, and a flood evicts
// exactly what matters), cuckoo or chained buckets (a second cold line a look-up), one table a CPU
// (interrupts move, and ICMP errors and fragments arrive on other CPUs).
//
// The invariant: a word changes only by compare-and-swap. A state is a hint beside it: when it is lost in a race,
// an entry lives a little longer or shorter, and never points anywhere else.
#pragma once

#include "core/flow/backend_id.h"
#include "core/wire/atomic.h"

namespace guideway::core {

constexpr uint32_t entries_per_line = 6;

struct alignas(64) FlowLine {
  uint64_t entry[entries_per_line];  // hash bits 24..63 | backend id; 0: empty
  uint16_t state[entries_per_line];  // FlowState << 13 | tick
  uint32_t spare;
};
static_assert(sizeof(FlowLine) == 64);

GUIDEWAY_INLINE uint64_t make_entry(uint64_t flow_hash, BackendId id) { return (flow_hash & ~0xffffffull) | id.value; }
GUIDEWAY_INLINE BackendId entry_backend(uint64_t entry) { return {static_cast<uint32_t>(entry & 0xffffff)}; }
GUIDEWAY_INLINE bool entry_matches(uint64_t entry, uint64_t flow_hash) {
  return entry != 0 && (entry ^ flow_hash) >> 24 == 0;
}
GUIDEWAY_INLINE uint32_t line_of(uint64_t flow_hash, uint32_t line_mask) {
  return static_cast<uint32_t>(flow_hash) & line_mask;
}

}  // namespace guideway::core
