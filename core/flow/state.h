// A flow entry's state and age.
//
//   tentative    one tick's worth of packets seen: may be displaced by another newcomer
//   established  TCP, seen in a later tick too: only its timeout ends it
//   closing      TCP, FIN or RST seen: a short timeout
//   udp          UDP, seen in a later tick too
//
// Ticks are of 2^30 ns (1.07 s): a shift, where seconds would take a division a packet. Thirteen bits of
// them wrap after 2 h 26 min, so no timeout may exceed `max_timeout`; an entry untouched for longer looks
// younger than it is, which keeps a dead flow's place a little longer and harms nobody else.
//
// CPUs read the clock before they come to an entry, so one may find a tick that its own clock has not reached: such
// an entry was seen just now. Taken for an age it would be the greatest there is, and at each turn of the tick
// established flows would be given up.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

enum class FlowState : uint8_t { tentative = 0, established = 1, closing = 2, udp = 3 };
constexpr uint32_t flow_states = 4;

using Tick = uint32_t;
constexpr Tick tick_mask = 0x1fff;
constexpr Tick max_timeout = 8000;
constexpr Tick max_ahead = 64;  // ticks that one CPU's clock may be ahead of another's
static_assert(max_timeout + max_ahead < tick_mask);

GUIDEWAY_INLINE Tick tick_of(uint64_t nanoseconds) { return static_cast<Tick>(nanoseconds >> 30) & tick_mask; }

GUIDEWAY_INLINE uint16_t pack_state(FlowState state, Tick now) {
  return static_cast<uint16_t>(static_cast<uint32_t>(state) << 13 | (now & tick_mask));
}
GUIDEWAY_INLINE FlowState flow_state(uint16_t packed) { return static_cast<FlowState>(packed >> 13 & 3); }
GUIDEWAY_INLINE Tick flow_tick(uint16_t packed) { return packed & tick_mask; }
GUIDEWAY_INLINE Tick flow_age(uint16_t packed, Tick now) {
  const Tick age = (now - flow_tick(packed)) & tick_mask;
  return age > tick_mask - max_ahead ? 0 : age;
}

// Timeouts in ticks, indexed by FlowState.
GUIDEWAY_INLINE bool expired(uint16_t packed, Tick now, const uint16_t* timeouts) {
  return flow_age(packed, now) > timeouts[packed >> 13 & 3];
}

// What a packet makes of an entry: FIN and RST close a kept flow early; a second packet in a later tick
// turns a tentative entry into a kept one. A tentative entry that closes stays tentative: a flood of
// SYN and FIN must not earn a place that only a timeout ends.
GUIDEWAY_INLINE FlowState next_state(FlowState state, bool tcp, bool closes, bool later_tick) {
  if (state == FlowState::tentative) {
    if (!later_tick || closes) return FlowState::tentative;
    return tcp ? FlowState::established : FlowState::udp;
  }
  return closes ? FlowState::closing : state;
}

}  // namespace guideway::core
