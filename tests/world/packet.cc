#include "tests/world/packet.h"

#include <algorithm>
#include <cassert>

#include "base/address.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"

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

}  // namespace guideway::test
