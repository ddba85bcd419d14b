// What the counters say, summed over CPUs. Packets may flow while they are read: each number is right, the
// set of them is not of one instant.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dataplane/memory.h"

namespace guideway::dataplane {

struct FlowCounts {
  std::uint64_t capacity = 0;                                          // entries
  std::uint64_t tentative = 0, established = 0, closing = 0, udp = 0;  // of the living, by state
  std::uint64_t expired = 0;                                           // still in their place until somebody needs it
};

struct Counters {
  std::array<std::uint64_t, core::reason_count> reasons{};
  std::vector<core::Counter> services;  // by service id
  std::vector<core::Counter> backends;  // by backend index
};

Counters read_counters(const Memory& memory);

// Walks the whole table: about a millisecond for each ten thousand lines. `now` as packets see it.
FlowCounts count_flows(const Memory& memory, core::Tick now);

}  // namespace guideway::dataplane
