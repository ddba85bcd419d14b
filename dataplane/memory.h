// The arrays that the packet's way reads, as user space sees them: of its own (replay, tests) or mapped from the
// kernel's maps (xdp). Whoever publishes, counts or traces does it through this view alone, the same
// way for every driver.
#pragma once

#include <cstdint>
#include <span>

#include "core/forward/decide.h"
#include "core/forward/state.h"
#include "core/forward/verdict.h"
#include "dataplane/names.h"

namespace guideway::dataplane {

struct Memory {
  std::span<core::Root> root;          // 1
  std::span<core::Settings> settings;  // 2: one a half
  std::span<core::Service> services;
  std::span<core::Pool> pools;
  std::span<std::uint64_t> slots;   // an arena, slots_per_word slots a word
  std::span<core::Member> members;  // an arena
  std::span<core::Backend> backends;
  std::span<core::NextHop> next_hops;
  std::span<core::FlowLine> flows;  // a power of two
  std::span<core::FragmentLine> fragments;
  std::span<std::uint64_t> reason_packets;   // cpus x max_reasons
  std::span<core::Counter> service_traffic;  // cpus x max_services
  std::span<core::Counter> backend_traffic;  // cpus x max_backends
  std::span<BackendName> backend_names;
  std::span<ServiceName> service_names;
};

// How much of what is sized when memory is made.
struct Capacity {
  std::uint32_t flow_entries = 1'048'576;  // rounded up to a power of two of lines
  std::uint32_t slots = 16 * 1024 * 1024;  // of all tables, the ones in force and the next ones together
  std::uint32_t members = 512 * 1024;
  std::uint32_t cpus = 1;
};

// Lines for that many entries: a power of two.
std::uint32_t flow_lines(std::uint32_t entries);

// Calls visit(span, entries) for every array, in one place, so that no driver forgets one. The name is the
// map's in dataplane/xdp/maps.bpf.h.
template <class Visit>
void for_each_array(Memory& memory, const Capacity& capacity, const Visit& visit) {
  visit("root", memory.root, 1u);
  visit("settings", memory.settings, 2u);
  visit("services", memory.services, 2 * core::service_places);
  visit("pools", memory.pools, 2 * core::max_pools);
  visit("slots", memory.slots, capacity.slots / core::slots_per_word);
  visit("members", memory.members, capacity.members);
  visit("backends", memory.backends, core::max_backends);
  visit("next_hops", memory.next_hops, core::max_backends);
  visit("flows", memory.flows, flow_lines(capacity.flow_entries));
  visit("fragments", memory.fragments, core::fragment_lines);
  visit("reason_packets", memory.reason_packets, capacity.cpus * core::max_reasons);
  visit("service_traffic", memory.service_traffic, capacity.cpus * core::max_services);
  visit("backend_traffic", memory.backend_traffic, capacity.cpus * core::max_backends);
  visit("backend_names", memory.backend_names, core::max_backends);
  visit("service_names", memory.service_names, core::max_services);
}

// Memory as core/forward wants it, on one CPU's counters. A dry run (Write false) changes nothing.
template <bool Write>
class View {
 public:
  static constexpr bool may_write = Write;
  explicit View(const Memory& memory, std::uint32_t cpu = 0) : memory_(memory), cpu_(cpu) {}

  [[nodiscard]] std::uint64_t active() const { return core::load_shared(&memory_.root[0].active); }
  [[nodiscard]] const core::Settings* settings(std::uint32_t i) const { return place(memory_.settings, i); }
  [[nodiscard]] const core::Service* service(std::uint32_t i) const { return place(memory_.services, i); }
  [[nodiscard]] const core::Pool* pool(std::uint32_t i) const { return place(memory_.pools, i); }
  [[nodiscard]] const std::uint64_t* slots(std::uint32_t i) const { return place(memory_.slots, i); }
  [[nodiscard]] const core::Member* member(std::uint32_t i) const { return place(memory_.members, i); }
  [[nodiscard]] core::Backend* backend(std::uint32_t i) const { return place(memory_.backends, i); }
  [[nodiscard]] const core::NextHop* next_hop(std::uint32_t i) const { return place(memory_.next_hops, i); }
  [[nodiscard]] core::FlowLine* line(std::uint32_t i) const { return place(memory_.flows, i); }
  [[nodiscard]] bool insert_flow(std::uint32_t half, std::uint64_t hash, core::BackendId backend,
                                 core::Tick now) const {
    return core::insert_flow(*this, *settings(half), hash, backend, now);
  }
  [[nodiscard]] std::uint64_t find_fragment(std::uint64_t hash, core::Tick now) const {
    return core::find_fragment(memory_.fragments[core::fragment_line_of(hash)], hash, now);
  }
  void remember_fragment(std::uint64_t hash, std::uint64_t entry, core::Tick now) const {
    core::remember_fragment(memory_.fragments[core::fragment_line_of(hash)], hash, entry, now);
  }

  void count_reason(core::Reason reason) const {
    if (Write) ++memory_.reason_packets[cpu_ * core::max_reasons + static_cast<std::uint32_t>(reason)];
  }
  void count_service(std::uint32_t id, std::uint32_t bytes) const {
    if (Write) add(memory_.service_traffic[cpu_ * core::max_services + id], bytes);
  }
  void count_backend(std::uint32_t index, std::uint32_t bytes) const {
    if (Write) add(memory_.backend_traffic[cpu_ * core::max_backends + index], bytes);
  }

 private:
  template <class Value>
  static Value* place(std::span<Value> array, std::uint32_t i) {
    return i < array.size() ? &array[i] : nullptr;
  }
  static void add(core::Counter& counter, std::uint32_t bytes) {
    ++counter.packets;
    counter.bytes += bytes;
  }

  const Memory& memory_;
  std::uint32_t cpu_;
};

}  // namespace guideway::dataplane
