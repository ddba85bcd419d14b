// Step 2: is this packet ours, and whose?
//
// Services lie in a small open-addressed array: a look-up in a BPF hash map costs more than the rest of
// this step. The publisher chooses a salt with which no entry lies further than `service_probes` places
// from its first, so the walk is bounded. Each VIP has an entry of its own too (protocol and port 0):
// a packet to a VIP without a service is dropped with a reason, one to anybody else is left alone.
#pragma once

#include "core/forward/parse.h"
#include "core/forward/state.h"

namespace guideway::core {

// Each word gets a multiplication of its own, and the salt goes first: VIPs and ports follow patterns (::1 to ::9,
// 10.N.0.1 port 8000 + N), and words that are only XORed with each other, or in their high bits before the last
// multiplication, would then meet in one place under every salt.
GUIDEWAY_INLINE uint32_t service_place(const ServiceKey& key, uint32_t salt) {
  uint64_t mixed = (key.address[0] ^ salt) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 32 ^ key.address[1]) * 0xd6e8feb86659fd93;
  mixed = (mixed ^ mixed >> 32 ^ key.listener) * 0x9e3779b97f4a7c15;
  return static_cast<uint32_t>(mixed >> 40) & (service_places - 1);
}

template <class Memory>
GUIDEWAY_INLINE const Service* find_service(const Memory& memory, uint32_t half, uint32_t salt, const ServiceKey& key) {
  const uint32_t first = service_place(key, salt);
#pragma unroll
  for (uint32_t probe = 0; probe < service_probes; ++probe) {
    const Service* const entry = memory.service(half * service_places + ((first + probe) & (service_places - 1)));
    if (!entry || entry->listener == 0) return nullptr;
    if (entry->listener == key.listener && entry->address[0] == key.address[0] && entry->address[1] == key.address[1])
      return entry;
  }
  return nullptr;
}

struct Match {
  const Service* service;  // null: see reason
  Reason reason;
};

template <class Memory>
GUIDEWAY_INLINE Match match_service(const Memory& memory, uint32_t half, uint32_t salt, const Packet& packet) {
  if (!packet.addressed) return {nullptr, Reason::not_ip};
  const Family family = packet.key.family;
  ServiceKey key{{packet.key.addresses[2], packet.key.addresses[3]}, 0};
  if (family == Family::ipv4) key = {{packet.key.addresses[0] >> 32, 0}, 0};

  const bool is_echo = packet.icmp == icmp::Kind::echo_request, is_later = packet.part == Part::later_fragment;
  if (packet.problem == no_reason && !is_echo && !is_later) {
    const uint8_t protocol = flow_protocol(packet.key);
    const uint16_t port = static_cast<uint16_t>(packet.key.ports_and_protocol >> 16);
    key.listener = listener(port, protocol, family);
    if (const Service* const exact = find_service(memory, half, salt, key)) return {exact, no_reason};
    key.listener = listener(0, protocol, family);
    if (const Service* const any_port = find_service(memory, half, salt, key)) return {any_port, no_reason};
  }
  key.listener = listener(0, 0, family);
  if (!find_service(memory, half, salt, key)) return {nullptr, Reason::not_ours};
  if (packet.problem != no_reason) return {nullptr, packet.problem};
  if (is_later) return {nullptr, Reason::fragment_unmatched};  // unless it follows the first one (follow.h)
  return {nullptr, is_echo ? Reason::answered_echo : Reason::no_service};
}

}  // namespace guideway::core
