// Fragments: what was chosen for the first one of a datagram is remembered, and the later ones follow it. One that
// comes before the first, or long after it, names no flow and is dropped; its sender sends the datagram again.
#pragma once

#include "core/forward/decide.h"

namespace guideway::core {

template <class Memory>
GUIDEWAY_INLINE void remember_first(const Memory& memory, const Settings& settings, const Service& service,
                                    const Packet& packet, BackendId backend, Tick now) {
  if (!Memory::may_write) return;
  const uint64_t hash = fragment_hash(packet.key, packet.fragment_id, settings.seed);
  memory.remember_fragment(hash, make_fragment_entry(hash, service.id, backend), now);
}

// The decision about a later fragment.
template <class Memory>
GUIDEWAY_INLINE Decision follow_first(const Memory& memory, const Settings& settings, const Packet& packet, Tick now) {
  const uint64_t hash = fragment_hash(packet.key, packet.fragment_id, settings.seed);
  Decision decision{Reason::fragment_unmatched, {}, hash, 0};
  const uint64_t entry = memory.find_fragment(hash, now);
  const Backend* const backend = find_backend(memory, entry_backend(entry));
  if (entry == 0 || !backend || backend->state == BackendState::down) return decision;
  memory.count_service(fragment_service(entry), packet.length);
  decision.backend = entry_backend(entry);
  decision.reason = Reason::forwarded_fragment;
  return decision;
}

}  // namespace guideway::core
