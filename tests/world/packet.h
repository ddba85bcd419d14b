// A packet as a value: what a test says of it, and defaults for the rest. frame_of() gives its bytes as a driver
// would hand them over; a test that needs a broken packet breaks those.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/wire/ethernet.h"
#include "core/wire/transport.h"

namespace guideway::test {

using Bytes = std::vector<std::uint8_t>;

// A TCP SYN from a client to the VIP of scenery.h's service "web".
struct Packet {
  std::string source = "198.51.100.7", destination = "203.0.113.10";  // both of one family
  std::uint8_t protocol = core::protocol::tcp;
  std::uint16_t source_port = 40000, destination_port = 80;
  std::uint8_t tcp_flags = core::tcp::syn;
  std::uint8_t traffic_class = 0;
  std::uint16_t identification = 0x1234;  // IPv4
  std::uint16_t fragmentation = 0x4000;   // IPv4: flags and offset; don't fragment
  std::size_t ip_options = 0;             // bytes, IPv4; a multiple of four up to 40
  std::size_t tcp_options = 0;            // bytes; a multiple of four up to 40
  std::size_t payload = 0;                // bytes
  std::size_t padding = 0;                // bytes behind the IP packet, as a NIC pads short frames
};

Packet udp(Packet packet = {});   // to "dns", the UDP service on the same VIP
Packet ipv6(Packet packet = {});  // from an IPv6 client, to "web6"

// What a TCP packet says; the defaults open a connection.
Packet with_flags(Packet packet, std::uint8_t flags);

Bytes frame_of(const Packet& packet);

// The frame with VLAN tags before its type, outermost first: type << 16 | priority and VLAN.
Bytes tagged(Bytes frame, const std::vector<std::uint32_t>& tags);

// The packet's own answer, from the VIP, quoted in an error of that type and code; the router's address is the source.
// `quoted`: bytes of it.
Bytes icmp_error(const Packet& about, std::uint8_t type, std::uint8_t code, std::size_t quoted = 28);

// An echo request to the packet's destination, its checksum right.
Bytes echo_request(const Packet& to, std::size_t payload = 56);

// An untagged IPv6 frame with such headers, eight bytes each, between IPv6's and the transport's.
Bytes with_extensions(Bytes frame, const std::vector<std::uint8_t>& headers);

// Where things are in frame_of()'s bytes.
constexpr std::size_t ip_at = core::ethernet::size;
std::size_t ip_header_size(const Packet& packet);
inline std::size_t transport_at(const Packet& packet) { return ip_at + ip_header_size(packet); }

}  // namespace guideway::test
