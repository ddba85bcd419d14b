#include "dataplane/counters.h"

namespace guideway::dataplane {
namespace {

std::vector<core::Counter> sum(std::span<const core::Counter> blocks, std::size_t block) {
  std::vector<core::Counter> total(block);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    total[i % block].packets += core::load_shared(&blocks[i].packets);
    total[i % block].bytes += core::load_shared(&blocks[i].bytes);
  }
  return total;
}

}  // namespace

Counters read_counters(const Memory& memory) {
  Counters counters;
  for (std::size_t i = 0; i < memory.reason_packets.size(); ++i)
    if (const std::size_t reason = i % core::max_reasons; reason < core::reason_count)
      counters.reasons[reason] += core::load_shared(&memory.reason_packets[i]);
  counters.services = sum(memory.service_traffic, core::max_services);
  counters.backends = sum(memory.backend_traffic, core::max_backends);
  return counters;
}

FlowCounts count_flows(const Memory& memory, core::Tick now) {
  FlowCounts counts;
  counts.capacity = memory.flows.size() * core::entries_per_line;
  const std::uint64_t active = core::load_shared(&memory.root[0].active);
  if (active == 0) return counts;
  const core::Settings& settings = memory.settings[active & 1];
  for (const core::FlowLine& line : memory.flows) {
    for (std::uint32_t i = 0; i < core::entries_per_line; ++i) {
      if (core::load_shared(&line.entry[i]) == 0) continue;
      const std::uint16_t state = core::load_shared(&line.state[i]);
      if (core::expired(state, now, settings.timeout)) {
        ++counts.expired;
        continue;
      }
      switch (core::flow_state(state)) {
        case core::FlowState::tentative: ++counts.tentative; break;
        case core::FlowState::established: ++counts.established; break;
        case core::FlowState::closing: ++counts.closing; break;
        case core::FlowState::udp: ++counts.udp; break;
      }
    }
  }
  return counts;
}

}  // namespace guideway::dataplane
