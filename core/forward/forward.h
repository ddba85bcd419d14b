// The packet's way, top to bottom:
//
//   parse > service > flow > select > encapsulate > a verdict with its reason
//
// One function, compiled for every home. `Frame` is the packet in memory (core/wire/frame.h,
// core/bpf/frame.h), `Memory` the arrays of core/forward/state.h and their counters; time comes in as an argument.
#pragma once

#include "core/forward/answer.h"
#include "core/forward/decide.h"
#include "core/forward/encapsulate.h"
#include "core/forward/follow.h"
#include "core/forward/parse.h"
#include "core/forward/service.h"

namespace guideway::core {

// A packet that names its service: whole, or a first fragment.
template <class Memory>
GUIDEWAY_INLINE Decision choose(const Memory& memory, const Settings& settings, uint32_t half, const Service& service,
                                const Packet& packet, Tick now) {
  if (packet.part == Part::first_fragment && !service.follows_fragments) return {Reason::fragment, {}, 0, 0};
  const Pool* const pool = memory.pool(half * max_pools + service.pool);
  if (!pool) return {Reason::inconsistent, {}, 0, 0};
  const Decision decision = decide(memory, settings, half, service, *pool, packet, now);
  memory.count_service(service.id, packet.length);
  if (packet.part == Part::first_fragment && decision.backend.value != 0)
    remember_first(memory, settings, service, packet, decision.backend, now);
  return decision;
}

template <class Frame, class Memory>
GUIDEWAY_INLINE Reason forward(Frame& frame, const Memory& memory, Tick now) {
  const uint64_t active = memory.active();
  if (active == 0) return Reason::not_ours;  // nothing published: nothing is ours
  const uint32_t half = active & 1;
  const Settings* const settings = memory.settings(half);
  if (!settings) return Reason::inconsistent;

  const Packet packet = parse(frame);
  const Match match = match_service(memory, half, settings->service_salt, packet);
  Decision decision{match.reason, {}, 0, 0};
  if (match.service)
    decision = choose(memory, *settings, half, *match.service, packet, now);
  else if (match.reason == Reason::answered_echo)
    return answer_echo(frame, packet);
  else if (match.reason == Reason::fragment_unmatched)
    decision = follow_first(memory, *settings, packet, now);
  if (decision.backend.value == 0) return decision.reason;

  const Backend* const backend = find_backend(memory, decision.backend);
  if (!backend) return Reason::inconsistent;
  const Reason reason = encapsulate(frame, memory, *settings, packet, *backend, decision.flow_hash, decision.reason);
  if (action_of(reason) == Action::tx) memory.count_backend(index_of(decision.backend), packet.length);
  return reason;
}

}  // namespace guideway::core
