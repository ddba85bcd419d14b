// A snapshot: all that the packet's way needs to know at one instant, computed and checked by whoever
// applies it. Names stand for identity: the same (name, address) keeps its backend id, and the same
// service name its counters, from one snapshot to the next.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/address.h"
#include "core/forward/state.h"

namespace guideway::dataplane {

// down: gets nothing, its flows move; draining: keeps its flows, gets no new ones; up.
using core::BackendState;

struct Backend {
  std::string name;
  Address address;
  BackendState state = BackendState::up;
};

// What a policy built: slot -> index into `members`. Equal tables may share one object.
using Table = std::shared_ptr<const std::vector<std::uint16_t>>;

struct Pool {
  std::string name;
  Table table;                         // null or empty: no backend can be chosen
  std::vector<std::uint32_t> members;  // indexes into Snapshot::backends
};

struct Service {
  std::string name;
  Address vip;
  std::uint8_t protocol = 0;  // IP protocol number
  std::uint16_t port = 0;     // host order; 0: any port
  std::uint32_t pool = 0;     // index into Snapshot::pools
  std::uint8_t affinity = 0;  // 0 5-tuple, 1 3-tuple, 2 client
  bool follows_fragments = true;
};

struct Timeouts {  // seconds
  std::uint16_t tentative = 60, established = 3600, closing = 10, udp = 120;
};

struct Snapshot {
  std::uint64_t generation = 0;
  std::array<std::uint8_t, 16> seed{};
  Address source, source6;  // outer source addresses; family none where there is none
  Timeouts timeouts;
  std::vector<Backend> backends;
  std::vector<Pool> pools;
  std::vector<Service> services;
};

// Where the packets of one backend go next, resolved. An unresolved one drops with its own reason.
struct NextHop {
  std::uint32_t interface = 0;  // index; 0: unresolved
  Mac source{}, destination{};
  std::uint16_t mtu = 1500;
  friend bool operator==(const NextHop&, const NextHop&) = default;
};

}  // namespace guideway::dataplane
