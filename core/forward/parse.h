// Step 1: Ethernet with up to two VLAN tags, IPv4 or IPv6 with its extension headers, TCP, UDP or ICMP.
//
// The parser reads and notes; it does not decide. What is wrong with a packet matters only where the
// packet is addressed to one of our VIPs, which the next step finds out, so a problem is carried along.
#pragma once

#include "core/flow/key.h"
#include "core/forward/link.h"
#include "core/forward/quote.h"
#include "core/forward/verdict.h"
#include "core/wire/icmp.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"
#include "core/wire/ipv6_extension.h"
#include "core/wire/transport.h"

namespace guideway::core {

struct Packet {
  FlowKey key;
  uint32_t length;          // of the IP packet, by its own header
  uint32_t fragment_id;     // as in memory: by it the fragments of one packet find together
  uint16_t identification;  // IPv4
  uint8_t traffic_class;    // DSCP and ECN
  uint8_t tcp_flags;        // 0 for UDP
  bool dont_fragment;       // IPv4's DF; IPv6 has no other way
  Part part;                // of whole packets and first fragments the transport header was read
  bool addressed;           // source and destination could be read
  icmp::Kind icmp;          // of an error, key is the flow that it is about; other: no ICMP that we know
  Reason problem;           // what is wrong with it, or no_reason
};

GUIDEWAY_INLINE bool opens(const Packet& packet) { return (packet.tcp_flags & (tcp::syn | tcp::ack)) == tcp::syn; }
GUIDEWAY_INLINE bool closes(const Packet& packet) { return (packet.tcp_flags & (tcp::fin | tcp::rst)) != 0; }

// Ports, and TCP's flags, or what ICMP is about. `offset` is the transport header's in the frame, `length` what the IP
// header says follows it.
template <class Frame>
GUIDEWAY_INLINE Reason parse_transport(const Frame& frame, uint32_t offset, uint32_t length, uint8_t protocol,
                                       Packet& packet) {
  if (packet.part == Part::later_fragment) {  // no header of any transport, and its protocol is all there is
    packet.key.ports_and_protocol = pack_ports(0, protocol);
    return no_reason;
  }
  if (protocol == protocol::tcp) {
    const uint8_t* const header = frame.template at<tcp::min_size>(offset);
    if (length < tcp::min_size || !header) return Reason::truncated;
    if (tcp::header_size(header) < tcp::min_size) return Reason::malformed;
    if (tcp::header_size(header) > length) return Reason::truncated;
    packet.tcp_flags = tcp::flags(header);
    packet.key.ports_and_protocol = pack_ports(ports(header), protocol);
    return no_reason;
  }
  if (protocol == protocol::udp) {
    const uint8_t* const header = frame.template at<udp::size>(offset);
    if (length < udp::size || !header) return Reason::truncated;
    if (udp::length(header) < udp::size) return Reason::malformed;
    if (udp::length(header) > length && packet.part == Part::whole) return Reason::truncated;
    packet.key.ports_and_protocol = pack_ports(ports(header), protocol);
    return no_reason;
  }
  if (protocol == (packet.key.family == Family::ipv4 ? protocol::icmp : protocol::icmpv6)) {
    if (packet.part != Part::whole) return Reason::fragment;
    const uint8_t* const header = frame.template at<icmp::size>(offset);
    if (length < icmp::size || !header) return Reason::truncated;
    const uint8_t type = icmp::type(header);
    packet.icmp = packet.key.family == Family::ipv4 ? icmp::kind_v4(type) : icmp::kind_v6(type);
    if (packet.icmp == icmp::Kind::error)
      return read_quote(frame, offset + icmp::size, packet.key) ? no_reason : Reason::icmp_unrelated;
    if (packet.icmp == icmp::Kind::echo_request) return no_reason;
  }
  return Reason::unsupported_protocol;
}

template <class Frame>
GUIDEWAY_INLINE Reason parse_ipv4(const Frame& frame, uint32_t ip, Packet& packet) {
  const uint8_t* const header = frame.template at<ipv4::min_size>(ip);
  if (!header) return Reason::truncated;
  packet.addressed = true;
  packet.key.family = Family::ipv4;
  packet.key.addresses[0] = ipv4::source(header) | static_cast<uint64_t>(ipv4::destination(header)) << 32;
  packet.length = ipv4::total_length(header);
  packet.identification = ipv4::identification(header);
  packet.traffic_class = ipv4::traffic_class(header);
  const uint16_t fragmentation = ipv4::flags_and_offset(header);
  packet.dont_fragment = (fragmentation & ipv4::dont_fragment) != 0;

  const uint32_t header_size = ipv4::header_size(header);
  if (ipv4::version(header) != 4 || header_size < ipv4::min_size || packet.length < header_size)
    return Reason::malformed;
  if (packet.length > frame.length() - ip) return Reason::truncated;
  packet.fragment_id = packet.identification;
  if ((fragmentation & ipv4::fragment_offset) != 0)
    packet.part = Part::later_fragment;
  else if ((fragmentation & ipv4::more_fragments) != 0)
    packet.part = Part::first_fragment;
  return parse_transport(frame, ip + header_size, packet.length - header_size, ipv4::protocol(header), packet);
}

template <class Frame>
GUIDEWAY_INLINE Reason parse_ipv6(const Frame& frame, uint32_t ip, Packet& packet) {
  const uint8_t* const header = frame.template at<ipv6::size>(ip);
  if (!header) return Reason::truncated;
  packet.addressed = true;
  packet.key.family = Family::ipv6;
  packet.key.addresses[0] = load<uint64_t>(header + 8);
  packet.key.addresses[1] = load<uint64_t>(header + 16);
  packet.key.addresses[2] = load<uint64_t>(header + 24);
  packet.key.addresses[3] = load<uint64_t>(header + 32);
  packet.length = ipv6::size + ipv6::payload_length(header);
  packet.traffic_class = ipv6::traffic_class(header);
  packet.dont_fragment = true;

  if (ipv6::version(header) != 6) return Reason::malformed;
  if (packet.length > frame.length() - ip) return Reason::truncated;
  const Chain chain = walk_chain(frame, ip + ipv6::size, ipv6::next_header(header));
  if (chain.end == Chain::End::too_long) return Reason::extension_headers;
  const uint32_t headers = chain.offset - ip;
  if (chain.end == Chain::End::truncated || headers > packet.length) return Reason::truncated;
  packet.part = chain.part;
  packet.fragment_id = chain.fragment_id;
  return parse_transport(frame, chain.offset, packet.length - headers, chain.next_header, packet);
}

template <class Frame>
GUIDEWAY_INLINE void read_packet(const Frame& frame, Packet& packet) {
  packet = {};
  const Link link = read_link(frame);
  Reason result = Reason::not_ip;
  if (link.type == ethernet::type_ipv4) result = parse_ipv4(frame, link.ip, packet);
  if (link.type == ethernet::type_ipv6) result = parse_ipv6(frame, link.ip, packet);
  packet.problem = result;
}

template <class Frame>
GUIDEWAY_INLINE Packet parse(const Frame& frame) {
  Packet packet;
  read_packet(frame, packet);
  return packet;
}

}  // namespace guideway::core
