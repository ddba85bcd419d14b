// The packet's way, top to bottom:
//
//   parse > service > flow > select > encapsulate > a verdict with its reason
//
// One function, compiled for every home. `Frame` is the packet in memory (core/wire/frame.h,
// core/bpf/frame.h), `Memory` the arrays of core/forward/state.h and their counters; time comes in as an argument.
#pragma once

#include "core/forward/decide.h"
#include "core/forward/encapsulate.h"
#include "core/forward/parse.h"
#include "core/forward/service.h"

namespace guideway::core {

template <class Frame, class Memory>
GUIDEWAY_INLINE Reason forward(Frame& frame, const Memory& memory, Tick now) {
  const uint64_t active = memory.active();
  if (active == 0) return Reason::not_ours;  // nothing published: nothing is ours
  const uint32_t half = active & 1;
  const Settings* const settings = memory.settings(half);
  if (!settings) return Reason::inconsistent;

  const Packet packet = parse(frame);
  const Match match = match_service(memory, half, settings->service_salt, packet);
  if (!match.service) return match.reason;
  const Service& service = *match.service;

  const Pool* const pool = memory.pool(half * max_pools + service.pool);
  if (!pool) return Reason::inconsistent;
  const Decision decision = decide(memory, *settings, service, *pool, packet, now);
  memory.count_service(service.id, packet.length);
  if (decision.backend.value == 0) return decision.reason;

  const Backend* const backend = find_backend(memory, decision.backend);
  if (!backend) return Reason::inconsistent;
  const Reason reason = encapsulate(frame, memory, *settings, packet, *backend, decision.flow_hash, decision.reason);
  if (action_of(reason) == Action::tx) memory.count_backend(index_of(decision.backend), packet.length);
  return reason;
}

}  // namespace guideway::core
