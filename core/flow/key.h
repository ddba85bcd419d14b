// A flow: source, destination, ports, protocol. Laid out as the words that the hash contract
// (ARCHITECTURE.md, "Hashes, v1") takes: addresses and ports in network order, then the protocol and
// three zero bytes; 16 bytes for IPv4, 40 for IPv6.
#pragma once

#include "core/hash/siphash.h"
#include "core/wire/address.h"

namespace guideway::core {

enum class Affinity : uint8_t {
  five_tuple,   // each connection for itself
  three_tuple,  // source, destination, protocol
  client,       // source alone
};

struct FlowKey {
  // IPv4: addresses[0] holds source (low half) and destination (high half). IPv6: source in [0] and
  // [1], destination in [2] and [3].
  uint64_t addresses[4];
  uint64_t ports_and_protocol;  // source port, destination port, protocol, three zero bytes
  Family family;
};

GUIDEWAY_INLINE uint64_t pack_ports(uint32_t ports, uint8_t protocol) {
  return ports | static_cast<uint64_t>(protocol) << 32;
}
GUIDEWAY_INLINE uint8_t flow_protocol(const FlowKey& key) { return static_cast<uint8_t>(key.ports_and_protocol >> 32); }

GUIDEWAY_INLINE uint64_t hash(const FlowKey& key, SipKey seed) {
  SipHash13 sip(seed);
  sip.add(key.addresses[0]);
  if (key.family == Family::ipv6) {
    sip.add(key.addresses[1]);
    sip.add(key.addresses[2]);
    sip.add(key.addresses[3]);
  }
  sip.add(key.ports_and_protocol);
  return sip.finish();
}

// The flow with what the affinity leaves out zeroed: its hash selects the slot.
GUIDEWAY_INLINE FlowKey selection_key(FlowKey key, Affinity affinity) {
  if (affinity == Affinity::three_tuple) {
    key.ports_and_protocol &= 0xffull << 32;
  } else if (affinity == Affinity::client) {
    key.ports_and_protocol = 0;
    if (key.family == Family::ipv4) key.addresses[0] &= 0xffffffff;
    key.addresses[2] = key.addresses[3] = 0;
  }
  return key;
}

}  // namespace guideway::core
