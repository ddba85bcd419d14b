// The decision about one frame: is it a tunnel of ours, is it sound, and what is inside?
//
// Outer headers are taken only in their plain form (no IPv4 options, no IPv6 extension headers: what a
// balancer writes), so every offset is a constant and the BPF verifier has nothing to walk. A packet is
// ours once it is GRE, from a configured balancer and for this host; only from then on may it be dropped.
//
// `Host` answers what a packet cannot: who is a balancer, what is a VIP, which address is ours.
#pragma once

#include "backend/ecn.h"
#include "backend/key.h"
#include "backend/reasons.h"
#include "core/wire/ethernet.h"
#include "core/wire/gre.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"
#include "core/wire/transport.h"

namespace guideway::backend {

namespace ethernet = core::ethernet;
namespace gre = core::gre;
namespace ipv4 = core::ipv4;
namespace ipv6 = core::ipv6;

struct Tunnel {
  AddressKey source, destination;  // outer
  uint32_t headers;                // bytes before the inner packet, Ethernet's own not counted
  uint32_t inner_length;           // by the inner header
  uint16_t inner_type;             // Ethernet's type for it
  uint8_t outer_ecn;
};

// Addresses of the outer header; false where this is no GRE over a plain header.
template <class Frame>
GUIDEWAY_INLINE bool read_outer(const Frame& frame, Tunnel& tunnel) {
  const uint8_t* const link = frame.template at<ethernet::size>(0);
  if (!link) return false;
  if (ethernet::type(link) == ethernet::type_ipv4) {
    const uint8_t* const header = frame.template at<ipv4::min_size>(ethernet::size);
    if (!header || ipv4::version(header) != 4 || ipv4::header_size(header) != ipv4::min_size) return false;
    if (ipv4::protocol(header) != core::protocol::gre) return false;
    tunnel.source = ipv4_key(header + 12);
    tunnel.destination = ipv4_key(header + 16);
    tunnel.headers = ipv4::min_size + gre::size;
    tunnel.outer_ecn = ecn::read_ipv4(header);
    return true;
  }
  if (ethernet::type(link) == ethernet::type_ipv6) {
    const uint8_t* const header = frame.template at<ipv6::size>(ethernet::size);
    if (!header || ipv6::version(header) != 6 || ipv6::next_header(header) != core::protocol::gre) return false;
    tunnel.source = ipv6_key(header + 8);
    tunnel.destination = ipv6_key(header + 24);
    tunnel.headers = ipv6::size + gre::size;
    tunnel.outer_ecn = ecn::read_ipv6(header);
    return true;
  }
  return false;
}

// Is the outer packet whole? `payload` becomes what the GRE header is followed by.
template <class Frame>
GUIDEWAY_INLINE Reason check_outer(const Frame& frame, const Tunnel& tunnel, uint32_t& payload) {
  uint32_t length;
  if (tunnel.headers == ipv4::min_size + gre::size) {
    const uint8_t* const header = frame.template at<ipv4::min_size>(ethernet::size);
    if (!header) return Reason::outer_length;
    if (core::ipv4_checksum(header) != 0) return Reason::outer_checksum;
    if ((ipv4::flags_and_offset(header) & (ipv4::more_fragments | ipv4::fragment_offset)) != 0)
      return Reason::outer_fragment;
    length = ipv4::total_length(header);
  } else {
    const uint8_t* const header = frame.template at<ipv6::size>(ethernet::size);
    if (!header) return Reason::outer_length;
    length = ipv6::size + ipv6::payload_length(header);
  }
  if (length < tunnel.headers || length > frame.length() - ethernet::size) return Reason::outer_length;
  payload = length - tunnel.headers;
  return Reason::decapsulated;
}

template <class Frame>
GUIDEWAY_INLINE Reason read_gre(const Frame& frame, Tunnel& tunnel) {
  const uint8_t* const header = frame.template at<gre::size>(ethernet::size + tunnel.headers - gre::size);
  if (!header) return Reason::outer_length;
  if (gre::flags_and_version(header) != 0) return Reason::gre_options;
  tunnel.inner_type = gre::protocol_type(header);
  return tunnel.inner_type == ethernet::type_ipv4 || tunnel.inner_type == ethernet::type_ipv6 ? Reason::decapsulated
                                                                                              : Reason::gre_protocol;
}

// The inner header against what the tunnel holds. Where all is well, it takes on the outer header's congestion mark.
template <class Frame, class Host>
GUIDEWAY_INLINE Reason read_inner_ipv4(const Frame& frame, const Host& host, Tunnel& tunnel, uint32_t payload) {
  uint8_t* const header = frame.template at<ipv4::min_size>(ethernet::size + tunnel.headers);
  if (!header || payload < ipv4::min_size) return Reason::inner_length;
  tunnel.inner_length = ipv4::total_length(header);
  if (ipv4::version(header) != 4 || ipv4::header_size(header) < ipv4::min_size ||
      tunnel.inner_length < ipv4::header_size(header))
    return Reason::inner_malformed;
  if (tunnel.inner_length > payload) return Reason::inner_length;
  if (!host.is_vip(ipv4_key(header + 16))) return Reason::not_a_vip;
  const uint8_t before = ecn::read_ipv4(header);
  const uint8_t after = ecn::merge(before, tunnel.outer_ecn);
  if (after == ecn::drop) return Reason::congestion;
  if (after != before) ecn::write_ipv4(header, after);
  return Reason::decapsulated;
}

template <class Frame, class Host>
GUIDEWAY_INLINE Reason read_inner_ipv6(const Frame& frame, const Host& host, Tunnel& tunnel, uint32_t payload) {
  uint8_t* const header = frame.template at<ipv6::size>(ethernet::size + tunnel.headers);
  if (!header || payload < ipv6::size) return Reason::inner_length;
  tunnel.inner_length = ipv6::size + ipv6::payload_length(header);
  if (ipv6::version(header) != 6) return Reason::inner_malformed;
  if (tunnel.inner_length > payload) return Reason::inner_length;
  if (!host.is_vip(ipv6_key(header + 24))) return Reason::not_a_vip;
  const uint8_t before = ecn::read_ipv6(header);
  const uint8_t after = ecn::merge(before, tunnel.outer_ecn);
  if (after == ecn::drop) return Reason::congestion;
  if (after != before) ecn::write_ipv6(header, after);
  return Reason::decapsulated;
}

// The order is that of the reasons: whose it is first, then from the outside in.
template <class Frame, class Host>
GUIDEWAY_INLINE Reason examine(const Frame& frame, const Host& host, Tunnel& tunnel) {
  if (!read_outer(frame, tunnel)) return Reason::not_a_tunnel;
  if (!host.is_balancer(tunnel.source)) return Reason::stranger;
  if (!host.is_ours(tunnel)) return Reason::elsewhere;

  uint32_t payload = 0;
  Reason reason = check_outer(frame, tunnel, payload);
  if (reason == Reason::decapsulated) reason = read_gre(frame, tunnel);
  if (reason != Reason::decapsulated) return reason;
  return tunnel.inner_type == ethernet::type_ipv4 ? read_inner_ipv4(frame, host, tunnel, payload)
                                                  : read_inner_ipv6(frame, host, tunnel, payload);
}

}  // namespace guideway::backend
