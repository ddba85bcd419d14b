// Steps 5 and 6: the size, the outer header, the next hop.
//
// GRE without key or checksum: what every router and kernel takes off. The outer family is the backend
// address's. The inner packet is not touched, TTL included; padding behind it is cut off, or it would
// become part of the tunnel's payload. DSCP and ECN are copied outward (RFC 2983's uniform model; RFC 6040's normal
// mode), so that congestion marks made on the way reach the backend.
#pragma once

#include "core/forward/parse.h"
#include "core/forward/state.h"
#include "core/forward/verdict.h"
#include "core/wire/gre.h"

namespace guideway::core {

constexpr uint8_t outer_ttl = 64;
constexpr uint32_t type_size = ethernet::size - ethernet::type_at;  // the link header's last field

GUIDEWAY_INLINE uint32_t outer_size(Family family) {
  return (family == Family::ipv4 ? ipv4::min_size : ipv6::size) + gre::size;
}

GUIDEWAY_INLINE uint16_t ether_type(Family family) {
  return family == Family::ipv4 ? ethernet::type_ipv4 : ethernet::type_ipv6;
}

// Room has been made: the headers go to the frame's first bytes. The tags that the packet came with stay: they are
// written as two, and the type overwrites what is none.
template <class Frame>
GUIDEWAY_INLINE bool write_link(const Frame& frame, const Link& link, const NextHop& hop) {
  uint8_t* const at = frame.template at<ethernet::type_at + vlan::most * vlan::size>(0);
  if (!at) return false;
  ethernet::write_addresses(at, load_shared(&hop.destination), load_shared(&hop.source));
  if (link.ip != ethernet::size) store<uint64_t>(at + ethernet::type_at, link.tags);
  return true;
}

template <class Frame>
GUIDEWAY_INLINE bool write_outer_ipv4(const Frame& frame, uint32_t ip, const Packet& packet, const Backend& backend,
                                      const Settings& settings, uint64_t flow_hash) {
  uint8_t* const at = frame.template at<type_size + ipv4::min_size + gre::size>(ip - type_size);
  if (!at) return false;
  store_be16(at, ethernet::type_ipv4);
  ipv4::write(at + type_size, {.traffic_class = packet.traffic_class,
                               .total_length = static_cast<uint16_t>(packet.length + ipv4::min_size + gre::size),
                               // Only a packet that may be fragmented needs one (RFC 6864); the flow's hash keeps those
                               // of different flows apart where inner ones collide.
                               .identification = packet.dont_fragment ? uint16_t{0}
                                                                      : static_cast<uint16_t>(packet.identification ^
                                                                                              (flow_hash & 0xffff)),
                               .flags = packet.dont_fragment ? ipv4::dont_fragment : uint16_t{0},
                               .ttl = outer_ttl,
                               .protocol = protocol::gre,
                               .source = settings.source,
                               .destination = load<uint32_t>(backend.address)});
  gre::write(at + type_size + ipv4::min_size, ether_type(packet.key.family));
  return true;
}

template <class Frame>
GUIDEWAY_INLINE bool write_outer_ipv6(const Frame& frame, uint32_t ip, const Packet& packet, const Backend& backend,
                                      const Settings& settings, uint64_t flow_hash) {
  uint8_t* const at = frame.template at<type_size + ipv6::size + gre::size>(ip - type_size);
  if (!at) return false;
  store_be16(at, ethernet::type_ipv6);
  ipv6::write(at + type_size,
              {.traffic_class = packet.traffic_class,
               .flow_label = static_cast<uint32_t>(flow_hash >> 40),  // entropy for receive-side scaling (RFC 6438)
               .payload_length = static_cast<uint16_t>(packet.length + gre::size),
               .next_header = protocol::gre,
               .hop_limit = outer_ttl,
               .source = settings.source6,
               .destination = backend.address});
  gre::write(at + type_size + ipv6::size, ether_type(packet.key.family));
  return true;
}

// `reason` is the decision's, and stays where all goes well.
template <class Frame, class Memory>
GUIDEWAY_INLINE Reason encapsulate(Frame& frame, const Memory& memory, const Settings& settings, const Packet& packet,
                                   const Backend& backend, uint64_t flow_hash, Reason reason) {
  const NextHop* const hop = memory.next_hop(load_shared(&backend.next_hop));
  if (!hop) return Reason::inconsistent;
  if (load_shared(&hop->interface) == 0) return Reason::next_hop_unresolved;
  const uint32_t outer = outer_size(backend.family);
  if (packet.length + outer > load_shared(&hop->mtu)) return Reason::too_big;

  const Link link = read_link(frame);
  const uint32_t padding = frame.length() - link.ip - packet.length;
  if (padding > 0 && !frame.trim(padding)) return Reason::inconsistent;
  if (!frame.push(outer)) return Reason::no_headroom;
  if (!write_link(frame, link, *hop)) return Reason::inconsistent;
  const bool written = backend.family == Family::ipv4
                           ? write_outer_ipv4(frame, link.ip, packet, backend, settings, flow_hash)
                           : write_outer_ipv6(frame, link.ip, packet, backend, settings, flow_hash);
  return written ? reason : Reason::inconsistent;
}

}  // namespace guideway::core
