// Where fragments go: only the first one of a datagram has ports, so what was chosen for it is remembered for
// the others, by source, destination, protocol and identification.
//
// A table of its own, of lines like the flow table's (line.h), for all CPUs: fragments of one datagram arrive on
// several. It forgets within half a minute, and when a line is full the oldest goes: a flood of fragments can
// push out other fragments, and never a flow.
#pragma once

#include "core/flow/key.h"
#include "core/flow/line.h"
#include "core/flow/state.h"

namespace guideway::core {

constexpr uint32_t fragment_lines = 16384;  // a power of two: 98,304 datagrams under way in 1 MiB
constexpr Tick fragment_timeout = 28;       // 30 s, as long as Linux waits for the rest of a datagram

struct alignas(64) FragmentLine {
  uint64_t entry[entries_per_line];  // hash bits 40..63 | service id << 24 | backend id; 0: empty
  uint16_t tick[entries_per_line];   // of the first fragment
  uint32_t spare;
};
static_assert(sizeof(FragmentLine) == 64);

GUIDEWAY_INLINE uint32_t fragment_line_of(uint64_t hash) { return line_of(hash, fragment_lines - 1); }

// IPv6 tells datagrams apart by addresses and identification alone (RFC 8200, section 4.5).
GUIDEWAY_INLINE uint64_t fragment_hash(FlowKey key, uint32_t identification, SipKey seed) {
  const uint64_t protocol = key.family == Family::ipv4 ? flow_protocol(key) : 0;
  key.ports_and_protocol = identification | protocol << 32;
  return hash(key, seed);
}

GUIDEWAY_INLINE uint64_t make_fragment_entry(uint64_t hash, uint16_t service, BackendId backend) {
  return (hash & ~0xffffffffffull) | static_cast<uint64_t>(service) << 24 | backend.value;
}
GUIDEWAY_INLINE uint16_t fragment_service(uint64_t entry) { return static_cast<uint16_t>(entry >> 24); }

// The entry of that hash, or 0.
GUIDEWAY_INLINE uint64_t find_fragment(const FragmentLine& line, uint64_t hash, Tick now) {
  uint64_t found = 0;
#pragma unroll
  for (uint32_t i = 0; i < entries_per_line; ++i) {
    const uint64_t entry = load_shared(&line.entry[i]);
    const bool fresh = flow_age(load_shared(&line.tick[i]), now) <= fragment_timeout;
    if (entry != 0 && (entry ^ hash) >> 40 == 0 && fresh) found = entry;
  }
  return found;
}

// In the place of an entry of the same hash, else of an empty one, else of the oldest.
GUIDEWAY_INLINE void remember_fragment(FragmentLine& line, uint64_t hash, uint64_t entry, Tick now) {
  uint32_t best = 0, place = 0;
  uint64_t victim = 0;
#pragma unroll
  for (uint32_t i = 0; i < entries_per_line; ++i) {
    const uint64_t there = load_shared(&line.entry[i]);
    uint32_t score = 1 + flow_age(load_shared(&line.tick[i]), now);
    if (there == 0) score = 1u << 16;
    if (there != 0 && (there ^ hash) >> 40 == 0) score = 1u << 17;
    if (score > best) best = score, place = i, victim = there;
  }
  // Where another CPU is quicker, its datagram is remembered and this one is not: its other fragments are dropped.
  if (compare_and_swap(&line.entry[place & 7], victim, entry))
    store_shared(&line.tick[place & 7], static_cast<uint16_t>(now));
}

}  // namespace guideway::core
