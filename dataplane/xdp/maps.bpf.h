// The arrays of core/forward/state.h as BPF maps. All are memory-mapped by user space, which writes and reads
// them without system calls. Sizes marked 1 are set when the object is loaded (dataplane/xdp/object.h), and
// counters get one block a CPU there.
#pragma once

#include <linux/bpf.h>

#include "core/bpf/global.h"
#include "core/forward/decide.h"
#include "core/forward/state.h"
#include "core/forward/verdict.h"
#include "dataplane/names.h"

#define GUIDEWAY_ARRAY(map_type, map_name, value_type, entries) \
  struct map_type {                                             \
    __uint(type, BPF_MAP_TYPE_ARRAY);                           \
    __uint(map_flags, BPF_F_MMAPABLE);                          \
    __uint(max_entries, entries);                               \
    __type(key, uint32_t);                                      \
    __type(value, value_type);                                  \
  } map_name SEC(".maps")

namespace core = guideway::core;

GUIDEWAY_ARRAY(RootMap, root, core::Root, 1);
GUIDEWAY_ARRAY(SettingsMap, settings, core::Settings, 2);
GUIDEWAY_ARRAY(ServicesMap, services, core::Service, 2 * core::service_places);
GUIDEWAY_ARRAY(PoolsMap, pools, core::Pool, 2 * core::max_pools);
GUIDEWAY_ARRAY(SlotsMap, slots, uint64_t, 1);
GUIDEWAY_ARRAY(MembersMap, members, core::Member, 1);
GUIDEWAY_ARRAY(BackendsMap, backends, core::Backend, core::max_backends);
GUIDEWAY_ARRAY(NextHopsMap, next_hops, core::NextHop, core::max_backends);
GUIDEWAY_ARRAY(FlowsMap, flows, core::FlowLine, 1);
GUIDEWAY_ARRAY(FragmentsMap, fragments, core::FragmentLine, core::fragment_lines);
GUIDEWAY_ARRAY(ReasonCounters, reason_packets, uint64_t, 1);
GUIDEWAY_ARRAY(ServiceCounters, service_traffic, core::Counter, 1);
GUIDEWAY_ARRAY(BackendCounters, backend_traffic, core::Counter, 1);
GUIDEWAY_ARRAY(BackendNames, backend_names, guideway::dataplane::BackendName, core::max_backends);
GUIDEWAY_ARRAY(ServiceNames, service_names, guideway::dataplane::ServiceName, core::max_services);

template <class Value, class Map>
GUIDEWAY_INLINE Value* look_up(Map& map, uint32_t index) {
  return static_cast<Value*>(core::bpf::map_lookup(&map, &index));
}

// The global functions below, which need what is declared after them.
GUIDEWAY_GLOBAL uint64_t guideway_find_fragment(uint64_t hash, uint32_t now);
GUIDEWAY_GLOBAL int guideway_remember_fragment(uint64_t hash, uint64_t entry, uint32_t now);
GUIDEWAY_GLOBAL int guideway_insert_flow(uint32_t half, uint64_t hash, uint32_t backend, uint32_t now);

// Memory as core/forward wants it.
struct Maps {
  static constexpr bool may_write = true;
  uint32_t cpu;

  GUIDEWAY_INLINE uint64_t active() const {
    const core::Root* const r = look_up<core::Root>(root, 0);
    return r ? core::load_shared(&r->active) : 0;
  }
  GUIDEWAY_INLINE const core::Settings* settings(uint32_t i) const { return look_up<core::Settings>(::settings, i); }
  GUIDEWAY_INLINE const core::Service* service(uint32_t i) const { return look_up<core::Service>(services, i); }
  GUIDEWAY_INLINE const core::Pool* pool(uint32_t i) const { return look_up<core::Pool>(pools, i); }
  GUIDEWAY_INLINE const uint64_t* slots(uint32_t i) const { return look_up<uint64_t>(::slots, i); }
  GUIDEWAY_INLINE const core::Member* member(uint32_t i) const { return look_up<core::Member>(members, i); }
  GUIDEWAY_INLINE core::Backend* backend(uint32_t i) const { return look_up<core::Backend>(backends, i); }
  GUIDEWAY_INLINE const core::NextHop* next_hop(uint32_t i) const { return look_up<core::NextHop>(next_hops, i); }
  GUIDEWAY_INLINE core::FlowLine* line(uint32_t i) const { return look_up<core::FlowLine>(flows, i); }
  GUIDEWAY_INLINE bool insert_flow(uint32_t half, uint64_t hash, core::BackendId backend, core::Tick now) const {
    return guideway_insert_flow(half, hash, backend.value, now) != 0;
  }
  GUIDEWAY_INLINE uint64_t find_fragment(uint64_t hash, core::Tick now) const {
    return guideway_find_fragment(hash, now);
  }
  GUIDEWAY_INLINE void remember_fragment(uint64_t hash, uint64_t entry, core::Tick now) const {
    guideway_remember_fragment(hash, entry, now);
  }

  GUIDEWAY_INLINE void count_reason(core::Reason reason) const {
    const uint32_t place = cpu * core::max_reasons + static_cast<uint32_t>(reason);
    if (uint64_t* const packets = look_up<uint64_t>(reason_packets, place)) ++*packets;
  }
  GUIDEWAY_INLINE void count_service(uint32_t id, uint32_t bytes) const {
    add(look_up<core::Counter>(service_traffic, cpu * core::max_services + id), bytes);
  }
  GUIDEWAY_INLINE void count_backend(uint32_t index, uint32_t bytes) const {
    add(look_up<core::Counter>(backend_traffic, cpu * core::max_backends + index), bytes);
  }

 private:
  static GUIDEWAY_INLINE void add(core::Counter* counter, uint32_t bytes) {
    if (!counter) return;
    ++counter->packets;
    counter->bytes += bytes;
  }
};

// Verified once each (core/bpf/global.h).
GUIDEWAY_GLOBAL uint64_t guideway_find_fragment(uint64_t hash, uint32_t now) {
  const auto* const line = look_up<core::FragmentLine>(fragments, core::fragment_line_of(hash));
  return line ? core::find_fragment(*line, hash, now) : 0;
}
GUIDEWAY_GLOBAL int guideway_remember_fragment(uint64_t hash, uint64_t entry, uint32_t now) {
  auto* const line = look_up<core::FragmentLine>(fragments, core::fragment_line_of(hash));
  if (line) core::remember_fragment(*line, hash, entry, now);
  return 0;
}
GUIDEWAY_GLOBAL int guideway_insert_flow(uint32_t half, uint64_t hash, uint32_t backend, uint32_t now) {
  const Maps maps{0};
  const core::Settings* const there = maps.settings(half & 1);
  return there && core::insert_flow(maps, *there, hash, core::BackendId{backend}, now);
}
