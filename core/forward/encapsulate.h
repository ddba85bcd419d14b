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

GUIDEWAY_INLINE uint32_t outer_size(Family family) {
  return (family == Family::ipv4 ? ipv4::min_size : ipv6::size) + gre::size;
}

GUIDEWAY_INLINE uint16_t ether_type(Family family) {
  return family == Family::ipv4 ? ethernet::type_ipv4 : ethernet::type_ipv6;
}

// Room has been made: the headers go to the frame's first bytes.
template <class Frame>
GUIDEWAY_INLINE bool write_outer_ipv4(const Frame& frame, const Packet& packet, const Backend& backend,
                                      const NextHop& hop, const Settings& settings, uint64_t flow_hash) {
  uint8_t* const at = frame.template at<ethernet::size + ipv4::min_size + gre::size>(0);
  if (!at) return false;
  ethernet::write(at, load_shared(&hop.destination), load_shared(&hop.source), ethernet::type_ipv4);
  ipv4::write(
      at + ethernet::size,
      {.traffic_class = packet.traffic_class,
       .total_length = static_cast<uint16_t>(packet.length + ipv4::min_size + gre::size),
       // Only a packet that may be fragmented needs one (RFC 6864); the flow's hash keeps those of
       // different flows apart where inner ones collide.
       .identification =
           packet.dont_fragment ? uint16_t{0} : static_cast<uint16_t>(packet.identification ^ (flow_hash & 0xffff)),
       .flags = packet.dont_fragment ? ipv4::dont_fragment : uint16_t{0},
       .ttl = outer_ttl,
       .protocol = protocol::gre,
       .source = settings.source,
       .destination = load<uint32_t>(backend.address)});
  gre::write(at + ethernet::size + ipv4::min_size, ether_type(packet.key.family));
  return true;
}

template <class Frame>
GUIDEWAY_INLINE bool write_outer_ipv6(const Frame& frame, const Packet& packet, const Backend& backend,
                                      const NextHop& hop, const Settings& settings, uint64_t flow_hash) {
  uint8_t* const at = frame.template at<ethernet::size + ipv6::size + gre::size>(0);
  if (!at) return false;
  ethernet::write(at, load_shared(&hop.destination), load_shared(&hop.source), ethernet::type_ipv6);
  ipv6::write(at + ethernet::size,
              {.traffic_class = packet.traffic_class,
               .flow_label = static_cast<uint32_t>(flow_hash >> 40),  // entropy for receive-side scaling (RFC 6438)
               .payload_length = static_cast<uint16_t>(packet.length + gre::size),
               .next_header = protocol::gre,
               .hop_limit = outer_ttl,
               .source = settings.source6,
               .destination = backend.address});
  gre::write(at + ethernet::size + ipv6::size, ether_type(packet.key.family));
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

  const uint32_t padding = frame.length() - ethernet::size - packet.length;
  if (padding > 0 && !frame.trim(padding)) return Reason::inconsistent;
  if (!frame.push(outer)) return Reason::no_headroom;
  const bool written = backend.family == Family::ipv4
                           ? write_outer_ipv4(frame, packet, backend, *hop, settings, flow_hash)
                           : write_outer_ipv6(frame, packet, backend, *hop, settings, flow_hash);
  return written ? reason : Reason::inconsistent;
}

}  // namespace guideway::core
