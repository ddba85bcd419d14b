// Where a new flow goes in its line: an empty entry, else an expired one, else one whose backend is gone
// or down, else the oldest tentative one. Never a kept entry: a full line refuses, and the hash
// decides packet by packet.
#pragma once

#include "core/flow/line.h"
#include "core/flow/state.h"

namespace guideway::core {

enum class Inserted : uint8_t { refused, into_empty, over_expired, over_dead, over_tentative };

// How willingly an entry is given up; 0: never. `usable` says whether an entry's backend can still serve.
template <class Usable>
GUIDEWAY_INLINE uint32_t willingness(uint64_t entry, uint16_t state, Tick now, const uint16_t* timeouts,
                                     const Usable& usable) {
  if (entry == 0) return 4u << 16;
  if (expired(state, now, timeouts)) return 3u << 16 | flow_age(state, now);
  if (!usable(entry_backend(entry))) return 2u << 16;
  if (flow_state(state) == FlowState::tentative) return 1u << 16 | flow_age(state, now);
  return 0;
}

struct Vacancy {
  Inserted how;  // refused: there is none
  uint32_t place;
  uint64_t victim;
};

template <class Usable>
GUIDEWAY_INLINE Vacancy find_vacancy(const FlowLine& line, Tick now, const uint16_t* timeouts, const Usable& usable) {
  uint32_t best = 0;
  Vacancy vacancy{Inserted::refused, 0, 0};
#pragma unroll
  for (uint32_t i = 0; i < entries_per_line; ++i) {
    const uint64_t entry = load_shared(&line.entry[i]);
    const uint32_t score =
        best >= 4u << 16 ? 0 : willingness(entry, load_shared(&line.state[i]), now, timeouts, usable);
    if (score > best) {
      best = score;
      vacancy = {static_cast<Inserted>(5 - (best >> 16)), i, entry};
    }
  }
  return vacancy;
}

// False where another CPU was quicker: then this packet goes by the hash, and the next one tries again.
GUIDEWAY_INLINE bool occupy(FlowLine& line, uint32_t place, uint64_t victim, uint64_t flow_hash, BackendId backend,
                            Tick now) {
  if (!compare_and_swap(&line.entry[place & 7], victim, make_entry(flow_hash, backend))) return false;
  store_shared(&line.state[place & 7], pack_state(FlowState::tentative, now));
  return true;
}

}  // namespace guideway::core
