// Steps 3 and 4: the flow's backend, out of the flow table, or else out of the pool's table.
//
// Every balancer of a cluster comes to the same slot for the same packet; the flow table only matters
// once tables have changed since the flow began.
#pragma once

#include "core/flow/insert.h"
#include "core/forward/parse.h"
#include "core/forward/state.h"
#include "core/forward/verdict.h"
#include "core/select/slot.h"

namespace guideway::core {

struct Decision {
  Reason reason;  // one of forwarded_*, or why there is no backend
  BackendId backend;
  uint64_t flow_hash;
  uint32_t slot;  // meaningful where the flow table did not answer
};

// The backend that an id stands for, or null where it is gone.
template <class Memory>
GUIDEWAY_INLINE Backend* find_backend(const Memory& memory, BackendId id) {
  Backend* const backend = memory.backend(index_of(id));
  return backend && backend->incarnation == incarnation_of(id) ? backend : nullptr;
}

// Step 4. The slot's backend; none where the pool is empty.
template <class Memory>
GUIDEWAY_INLINE BackendId select(const Memory& memory, const Pool& pool, uint64_t selection_hash, uint32_t& slot) {
  if (pool.table_size == 0) return {};
  slot = slot_of(selection_hash, pool.table_size);
  const uint64_t* const word = memory.slots((pool.slots + slot) / slots_per_word);
  if (!word) return {};
  const uint32_t index = static_cast<uint32_t>(*word >> (slot % slots_per_word * 16)) & 0xffff;
  const Member* const member = memory.member(pool.members + index);
  return member ? member->id : BackendId{};
}

// Step 3. `place` is the entry's place in the line, or entries_per_line where the flow is not there.
struct Found {
  uint32_t place;
  uint64_t entry;
  uint16_t state;
};

GUIDEWAY_INLINE Found find_flow(const FlowLine& line, uint64_t flow_hash) {
  Found found{entries_per_line, 0, 0};
#pragma unroll
  for (uint32_t i = 0; i < entries_per_line; ++i) {
    const uint64_t entry = load_shared(&line.entry[i]);
    if (entry_matches(entry, flow_hash)) found = {i, entry, load_shared(&line.state[i])};
  }
  return found;
}

// Does the entry still decide? While its backend is up or draining, and its time has not run out; but a
// SYN on a closing entry or towards a draining backend is a new connection and selects anew.
template <class Memory>
GUIDEWAY_INLINE bool holds(const Memory& memory, const Settings& settings, const Found& found, const Packet& packet,
                           Tick now) {
  const Backend* const backend = find_backend(memory, entry_backend(found.entry));
  if (!backend || backend->state == BackendState::down) return false;
  if (expired(found.state, now, settings.timeout)) return false;
  if (!opens(packet)) return true;
  return backend->state == BackendState::up && flow_state(found.state) != FlowState::closing;
}

// A new flow into its line; false where there is no place for it.
template <class Memory>
GUIDEWAY_INLINE bool insert_flow(const Memory& memory, const Settings& settings, uint64_t flow_hash, BackendId backend,
                                 Tick now) {
  FlowLine* const line = memory.line(line_of(flow_hash, settings.line_mask));
  if (!line) return false;
  const auto usable = [&memory](BackendId id) GUIDEWAY_INLINE_LAMBDA {
    const Backend* const other = find_backend(memory, id);
    return other && other->state != BackendState::down;
  };
  const Vacancy vacancy = find_vacancy(*line, now, settings.timeout, usable);
  if (vacancy.how == Inserted::refused) return false;
  return !Memory::may_write || occupy(*line, vacancy.place, vacancy.victim, flow_hash, backend, now);
}

// Memory::may_write is false for a trace: a dry run that changes nothing.
template <class Memory>
GUIDEWAY_INLINE Decision decide(const Memory& memory, const Settings& settings, uint32_t half, const Service& service,
                                const Pool& pool, const Packet& packet, Tick now) {
  Decision decision{Reason::no_backend, {}, hash(packet.key, settings.seed), 0};
  FlowLine* const line = memory.line(line_of(decision.flow_hash, settings.line_mask));
  if (!line) return {Reason::inconsistent, {}, decision.flow_hash, 0};

  const Found found = find_flow(*line, decision.flow_hash);
  // An error about a flow changes nothing of it: anybody may send one.
  const bool only_asks = packet.icmp == icmp::Kind::error;
  const bool known = found.place < entries_per_line;
  if (known && holds(memory, settings, found, packet, now)) {
    decision.backend = entry_backend(found.entry);
    decision.reason = only_asks ? Reason::forwarded_icmp : Reason::forwarded_flow;
    const bool later = flow_age(found.state, now) > 0;
    const FlowState state =
        next_state(flow_state(found.state), flow_protocol(packet.key) == protocol::tcp, closes(packet), later);
    // Written only when it says something new: a store a packet would move the line between CPUs.
    const uint16_t packed = pack_state(state, later ? now : flow_tick(found.state));
    if (Memory::may_write && !only_asks && packed != found.state) store_shared(&line->state[found.place & 7], packed);
    return decision;
  }

  const uint64_t selection_hash = service.affinity == Affinity::five_tuple
                                      ? decision.flow_hash
                                      : hash(selection_key(packet.key, service.affinity), settings.seed);
  decision.backend = select(memory, pool, selection_hash, decision.slot);
  if (decision.backend.value == 0) return decision;
  decision.reason = only_asks ? Reason::forwarded_icmp : Reason::forwarded_new;
  if (only_asks) return decision;
  if (known) {  // in the old entry's place, as a new flow
    if (Memory::may_write) occupy(*line, found.place, found.entry, decision.flow_hash, decision.backend, now);
    return decision;
  }
  if (!memory.insert_flow(half, decision.flow_hash, decision.backend, now))
    decision.reason = Reason::forwarded_untracked;
  return decision;
}

}  // namespace guideway::core
