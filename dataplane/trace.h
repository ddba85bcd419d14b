// What would become of a packet, step by step: the packet's own way as a dry run over the memory in force. It changes
// nothing: no flow entry, no counter.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/address.h"
#include "base/error.h"
#include "dataplane/memory.h"

namespace guideway::dataplane {

struct TracedPacket {
  std::uint8_t protocol = 0;  // 6 TCP (a SYN), 17 UDP
  Endpoint source, destination;
};

struct Trace {
  std::uint64_t generation = 0;
  std::optional<std::uint32_t> service;  // id
  std::uint64_t flow_hash = 0;
  std::uint32_t table_size = 0;
  std::optional<std::uint32_t> slot;           // that the hash falls to, also where the flow table answered
  core::BackendId backend{};                   // value 0: none
  std::uint32_t length = 0, outer_length = 0;  // of the IP packets, 0: it got no outer header
  core::NextHop next_hop{};
  core::Reason reason = core::no_reason;
};

// Both endpoints must be of one family.
Result<Trace> trace(const Memory& memory, const TracedPacket& packet, core::Tick now);

// A frame as that packet would arrive: a TCP SYN without options, or a UDP packet without payload.
std::vector<std::uint8_t> make_frame(const TracedPacket& packet);

}  // namespace guideway::dataplane
