// The memory that the packet's way reads: plain arrays, laid out once for every home. In the kernel they
// are BPF array maps, in user space ordinary memory or the same maps mapped in; what publishes
// (dataplane/publish) writes them the same way in both.
//
// The invariant: settings, services and pools exist twice. A publisher fills the half that nobody
// reads, with slots and members in free places of their arenas, then stores `Root::active`. A packet
// reads `active` once and stays with that half, so none meets half a snapshot. The old half and its
// places are used again only when every packet that could have read it is done.
#pragma once

#include <stddef.h>

#include "core/flow/backend_id.h"
#include "core/flow/fragment.h"
#include "core/flow/key.h"
#include "core/flow/line.h"
#include "core/flow/state.h"
#include "core/hash/siphash.h"

namespace guideway::core {

constexpr uint32_t layout_version = 2;  // of everything here; pinned maps carry it in their path

constexpr uint32_t max_services = 1024;
constexpr uint32_t max_pools = 1024;
constexpr uint32_t max_backends = 16384;
constexpr uint32_t max_reasons = 64;
constexpr uint32_t service_places = 8192;  // a half; at most 3 x max_services entries lie in them
constexpr uint32_t service_probes = 8;

struct alignas(64) Root {
  uint64_t active;  // generation << 1 | half; 0: nothing published yet
  uint64_t now;     // nanoseconds, where time does not come from the clock (replay)
  uint64_t spare[6];
};
static_assert(sizeof(Root) == 64);

struct alignas(64) Settings {
  SipKey seed;
  uint16_t timeout[flow_states];  // ticks
  uint32_t line_mask;             // lines of the flow table, less one
  uint32_t service_salt;          // chosen so that no service lies more than service_probes away
  uint32_t source;                // outer source addresses, as in memory
  uint8_t source6[16];
  uint32_t spare[3];
};
static_assert(sizeof(Settings) == 64);

// What is listened on. protocol and port 0: the VIP itself, present once for each.
struct ServiceKey {
  uint64_t address[2];  // as in memory; IPv4 in the first four bytes
  uint32_t listener;    // port (network order), protocol << 16, family << 24; 0: an empty place
};

GUIDEWAY_INLINE uint32_t listener(uint16_t port_network_order, uint8_t protocol, Family family) {
  return port_network_order | static_cast<uint32_t>(protocol) << 16 | static_cast<uint32_t>(family) << 24;
}

struct Service {
  uint64_t address[2];
  uint32_t listener;
  uint16_t id;  // counters; stays the same from snapshot to snapshot
  uint16_t pool;
  Affinity affinity;
  uint8_t follows_fragments;  // 0: fragments are dropped
  uint8_t spare[6];
};
static_assert(sizeof(Service) == 32);

struct Pool {
  uint32_t table_size;  // M; 0: no backend
  uint32_t slots;       // first slot in the slot arena, a multiple of slots_per_word
  uint32_t members;     // first member in the member arena
  uint32_t member_count;
};
static_assert(sizeof(Pool) == 16);

constexpr uint32_t slots_per_word = 4;  // 16-bit slots, each an index into the pool's members

struct Member {
  BackendId id;
  uint32_t spare;
};
static_assert(sizeof(Member) == 8);

enum class BackendState : uint8_t { down, draining, up };

struct alignas(64) Backend {
  uint8_t address[16];
  Family family;
  BackendState state;
  uint8_t incarnation;  // 0: the place is empty
  uint8_t spare8;
  uint32_t next_hop;  // index
  uint64_t spare[5];
};
static_assert(sizeof(Backend) == 64);

// Ethernet addresses are the first six bytes of their word. A moved gateway is one store of `destination`.
struct NextHop {
  uint64_t destination;
  uint64_t source;
  uint32_t interface;  // 0: unresolved
  uint32_t mtu;        // of the outer IP packet
  uint64_t spare;
};
static_assert(sizeof(NextHop) == 32);

// Packets, and bytes of IP packets as they came (before the outer header). One a CPU: not shared.
struct Counter {
  uint64_t packets;
  uint64_t bytes;
};

}  // namespace guideway::core
