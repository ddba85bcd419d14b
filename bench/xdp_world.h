// What the programs run in: one service, one pool of 16 backends in a Maglev table of 65537 slots, and
// clients' packets.
#pragma once

#include "base/error.h"
#include "bench/xdp_floor.h"
#include "bench/xdp_programs.h"
#include "dataplane/memory.h"
#include "dataplane/snapshot.h"

namespace guideway::bench {

// Room for twice the flows, as docs advise.
constexpr std::uint32_t many_flows = 1'000'000;
constexpr dataplane::Capacity capacity{.flow_entries = 2 * many_flows, .slots = 4 * 65540, .members = 1024};

// Publishes that world into memory.
Result<void> furnish(const dataplane::Memory& memory);

// A TCP segment of a flow, with timestamps and without data: 66 bytes, so nothing is padding.
Frame segment(std::uint32_t flow, std::uint8_t tcp_flags);

// The outer header that a sent frame wears.
Floor outer_header(const Frame& sent);

}  // namespace guideway::bench
