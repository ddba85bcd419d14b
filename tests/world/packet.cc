#include "tests/world/packet.h"

#include <algorithm>
#include <cassert>

#include "base/address.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"
#include "core/wire/vlan.h"

namespace guideway::test {
namespace {

bool is_ipv4(const Packet& packet) { return parse_address(packet.destination)->family == Family::ipv4; }

void write_ip(std::uint8_t* at, const Packet& packet, std::size_t transport_size) {
  const Address source = *parse_address(packet.source), destination = *parse_address(packet.destination);
  assert(source.family == destination.family);
  if (is_ipv4(packet)) {
    core::ipv4::write(at, {.traffic_class = packet.traffic_class,
                           .total_length = static_cast<std::uint16_t>(ip_header_size(packet) + transport_size),
                           .identification = packet.identification,
                           .flags = packet.fragmentation,
                           .ttl = 57,
                           .protocol = packet.protocol,
                           .source = core::load<std::uint32_t>(source.bytes),
                           .destination = core::load<std::uint32_t>(destination.bytes)});
    at[0] = static_cast<std::uint8_t>(0x45 + packet.ip_options / 4);
    std::fill_n(at + core::ipv4::min_size, packet.ip_options, std::uint8_t{1});  // no-operation
    core::store<std::uint16_t>(at + 10, 0);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < ip_header_size(packet); i += 2) sum += core::load<std::uint16_t>(at + i);
    core::store<std::uint16_t>(at + 10, core::fold_checksum(sum));
  } else {
    core::ipv6::write(at, {.traffic_class = packet.traffic_class,
                           .flow_label = 0xabcde,
                           .payload_length = static_cast<std::uint16_t>(transport_size),
                           .next_header = packet.protocol,
                           .hop_limit = 57,
                           .source = source.bytes,
                           .destination = destination.bytes});
  }
}

}  // namespace

Packet udp(Packet packet) {
  packet.protocol = core::protocol::udp;
  packet.destination_port = 53;
  return packet;
}

Packet ipv6(Packet packet) {
  packet.source = "2001:db8:c::7";
  packet.destination = "2001:db8:5::10";
  return packet;
}

Packet with_flags(Packet packet, std::uint8_t flags) {
  packet.tcp_flags = flags;
  return packet;
}

std::size_t ip_header_size(const Packet& packet) {
  return is_ipv4(packet) ? core::ipv4::min_size + packet.ip_options : core::ipv6::size;
}

Bytes frame_of(const Packet& packet) {
  const bool tcp = packet.protocol == core::protocol::tcp;
  const std::size_t header = tcp ? core::tcp::min_size + packet.tcp_options : core::udp::size;
  const std::size_t transport_size = header + packet.payload;
  Bytes frame(transport_at(packet) + transport_size + packet.padding);
  core::ethernet::write(frame.data(), 0x000000000a02, 0x000000000b02,
                        is_ipv4(packet) ? core::ethernet::type_ipv4 : core::ethernet::type_ipv6);
  write_ip(frame.data() + ip_at, packet, transport_size);

  std::uint8_t* const transport = frame.data() + transport_at(packet);
  core::store_be16(transport, packet.source_port);
  core::store_be16(transport + 2, packet.destination_port);
  if (tcp) {
    transport[12] = static_cast<std::uint8_t>(header / 4 << 4);
    transport[13] = packet.tcp_flags;
  } else if (packet.protocol == core::protocol::udp) {
    core::store_be16(transport + 4, static_cast<std::uint16_t>(transport_size));
  }
  for (std::size_t i = 0; i < packet.payload; ++i) transport[header + i] = static_cast<std::uint8_t>(i);
  std::fill_n(frame.end() - static_cast<std::ptrdiff_t>(packet.padding), packet.padding, std::uint8_t{0xee});
  return frame;
}

namespace {

// An ICMP message to the packet's destination.
Bytes icmp_frame(const Packet& to, const Bytes& message) {
  Packet packet = to;
  packet.protocol = is_ipv4(to) ? core::protocol::icmp : core::protocol::icmpv6;
  packet.ip_options = 0;
  packet.fragmentation = 0;
  Bytes frame(ip_at + ip_header_size(packet));
  core::ethernet::write(frame.data(), 0x000000000a02, 0x000000000b02,
                        is_ipv4(to) ? core::ethernet::type_ipv4 : core::ethernet::type_ipv6);
  write_ip(frame.data() + ip_at, packet, message.size());
  frame.insert(frame.end(), message.begin(), message.end());
  std::uint64_t sum = 0;
  if (!is_ipv4(to)) {  // the pseudo header
    for (std::size_t i = 0; i < 32; i += 2) sum += core::load<std::uint16_t>(&frame[ip_at + 8 + i]);
    sum += core::swap16(static_cast<std::uint16_t>(message.size())) + core::swap16(core::protocol::icmpv6);
  }
  frame.push_back(0);  // an odd last byte is summed with a zero
  for (std::size_t i = 0; i < message.size(); i += 2)
    sum += core::load<std::uint16_t>(&frame[transport_at(packet) + i]);
  frame.pop_back();
  core::store<std::uint16_t>(&frame[transport_at(packet) + 2], core::fold_checksum(sum));
  return frame;
}

}  // namespace

Bytes icmp_error(const Packet& about, std::uint8_t type, std::uint8_t code, std::size_t quoted) {
  Packet answer = about;
  std::swap(answer.source, answer.destination);
  std::swap(answer.source_port, answer.destination_port);
  const Bytes quote = frame_of(answer);
  Bytes message(8);
  message[0] = type;
  message[1] = code;
  message.insert(message.end(), quote.begin() + ip_at,
                 quote.begin() + static_cast<std::ptrdiff_t>(std::min(quote.size(), ip_at + quoted)));
  Packet to = about;
  to.source = is_ipv4(about) ? "192.0.2.254" : "2001:db8:ffff::1";
  return icmp_frame(to, message);
}

Bytes echo_request(const Packet& to, std::size_t payload) {
  Bytes message(8 + payload);
  message[0] = is_ipv4(to) ? 8 : 128;
  for (std::size_t i = 4; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(i * 7);
  return icmp_frame(to, message);
}

Bytes tagged(Bytes frame, const std::vector<std::uint32_t>& tags) {
  Bytes bytes(tags.size() * core::vlan::size);
  for (std::size_t i = 0; i < tags.size(); ++i) core::store_be32(&bytes[i * core::vlan::size], tags[i]);
  frame.insert(frame.begin() + core::ethernet::type_at, bytes.begin(), bytes.end());
  return frame;
}

Bytes with_extensions(Bytes frame, const std::vector<std::uint8_t>& headers) {
  constexpr std::size_t size = 8;
  constexpr std::size_t length_at = ip_at + 4, next_at = ip_at + 6;
  Bytes chain(headers.size() * size);
  std::uint8_t* next = &frame[next_at];
  const std::uint8_t transport = *next;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    *next = headers[i];
    next = &chain[i * size];
  }
  *next = transport;
  core::store_be16(&frame[length_at], static_cast<std::uint16_t>(core::load_be16(&frame[length_at]) + chain.size()));
  frame.insert(frame.begin() + ip_at + core::ipv6::size, chain.begin(), chain.end());
  return frame;
}

}  // namespace guideway::test
