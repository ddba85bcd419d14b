// Step 1: Ethernet, IPv4 or IPv6, TCP or UDP.
//
// The parser reads and notes; it does not decide. What is wrong with a packet matters only where the
// packet is addressed to one of our VIPs, which the next step finds out, so a problem is carried along.
#pragma once

#include "core/flow/key.h"
#include "core/forward/verdict.h"
#include "core/wire/ethernet.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"
#include "core/wire/transport.h"

namespace guideway::core {

struct Packet {
  FlowKey key;
  uint32_t length;          // of the IP packet, by its own header
  uint16_t identification;  // IPv4
  uint8_t traffic_class;    // DSCP and ECN
  uint8_t tcp_flags;        // 0 for UDP
  bool dont_fragment;       // IPv4's DF; IPv6 has no other way
  bool addressed;           // source and destination could be read
  Reason problem;           // what is wrong with it, or no_reason
};

GUIDEWAY_INLINE bool opens(const Packet& packet) { return (packet.tcp_flags & (tcp::syn | tcp::ack)) == tcp::syn; }
GUIDEWAY_INLINE bool closes(const Packet& packet) { return (packet.tcp_flags & (tcp::fin | tcp::rst)) != 0; }

// Ports, and TCP's flags. `offset` is the transport header's in the frame, `length` what the IP header
// says follows it.
template <class Frame>
GUIDEWAY_INLINE Reason parse_transport(const Frame& frame, uint32_t offset, uint32_t length, uint8_t protocol,
                                       Packet& packet) {
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
    if (udp::length(header) > length) return Reason::truncated;
    packet.key.ports_and_protocol = pack_ports(ports(header), protocol);
    return no_reason;
  }
  return Reason::unsupported_protocol;
}

template <class Frame>
GUIDEWAY_INLINE Reason parse_ipv4(const Frame& frame, Packet& packet) {
  const uint8_t* const header = frame.template at<ipv4::min_size>(ethernet::size);
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
  if (packet.length > frame.length() - ethernet::size) return Reason::truncated;
  if ((fragmentation & (ipv4::more_fragments | ipv4::fragment_offset)) != 0) return Reason::fragment;
  return parse_transport(frame, ethernet::size + header_size, packet.length - header_size, ipv4::protocol(header),
                         packet);
}

template <class Frame>
GUIDEWAY_INLINE Reason parse_ipv6(const Frame& frame, Packet& packet) {
  const uint8_t* const header = frame.template at<ipv6::size>(ethernet::size);
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
  if (packet.length > frame.length() - ethernet::size) return Reason::truncated;
  if (ipv6::next_header(header) == protocol::ipv6_fragment) return Reason::fragment;
  return parse_transport(frame, ethernet::size + ipv6::size, packet.length - ipv6::size, ipv6::next_header(header),
                         packet);
}

template <class Frame>
GUIDEWAY_INLINE Packet parse(const Frame& frame) {
  Packet packet{};
  const uint8_t* const header = frame.template at<ethernet::size>(0);
  const uint16_t type = header ? ethernet::type(header) : uint16_t{0};
  Reason result = Reason::not_ip;
  if (type == ethernet::type_ipv4) result = parse_ipv4(frame, packet);
  if (type == ethernet::type_ipv6) result = parse_ipv6(frame, packet);
  packet.problem = result;
  return packet;
}

}  // namespace guideway::core
