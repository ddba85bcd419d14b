#include "tests/dataplane/random_frames.h"

#include <fmt/format.h>

#include <algorithm>

namespace guideway::test {

// Mostly whole packets, then first fragments and others, then anything.
std::uint16_t RandomFrames::fragmentation() {
  static constexpr std::uint16_t usual[] = {0x2000, 0x2010, 0x0020};
  if (below(10) != 0) return static_cast<std::uint16_t>(below(2) * 0x4000);
  return below(4) == 0 ? static_cast<std::uint16_t>(random_()) : usual[below(std::size(usual))];
}

Packet RandomFrames::packet() {
  // Few clients, so that flows come back; few tcp flags at a time, so that they live.
  Packet packet{.source = "198.51.100.1",
                .source_port = static_cast<std::uint16_t>(below(64)),
                .tcp_flags = below(8) == 0 ? static_cast<std::uint8_t>(random_()) : core::tcp::ack,
                .traffic_class = static_cast<std::uint8_t>(random_()),
                .identification = static_cast<std::uint16_t>(below(4)),
                .fragmentation = fragmentation(),
                .ip_options = below(8) == 0 ? below(11) * 4 : 0,
                .tcp_options = below(4) == 0 ? below(11) * 4 : 0,
                .payload = below(10) == 0 ? below(2000) : below(100),
                .padding = below(4) == 0 ? below(50) : 0};
  if (below(3) == 0) {
    packet = ipv6(packet);
    packet.destination = fmt::format("2001:db8:5::{}", 10 + below(3));
  } else {
    packet.destination = fmt::format("203.0.113.{}", 10 + below(8));
  }
  if (below(3) == 0) packet = udp(packet);
  if (below(16) == 0) packet.destination_port = static_cast<std::uint16_t>(random_());
  if (below(16) == 0) packet.protocol = static_cast<std::uint8_t>(random_());
  return packet;
}

void RandomFrames::spoil(Bytes& frame) {
  switch (below(4)) {
    case 0: frame.resize(below(frame.size() + 1)); break;
    case 1: frame.resize(frame.size() + below(100), 0x55); break;
    default:
      for (std::size_t i = 0; i <= below(4); ++i)
        frame[below(std::min<std::size_t>(frame.size(), 80))] = static_cast<std::uint8_t>(random_());
  }
}

Bytes RandomFrames::next() {
  const Packet sent = packet();
  Bytes frame = frame_of(sent);
  if (below(8) == 0) frame = echo_request(sent, below(200));
  if (below(8) == 0)
    frame = icmp_error(sent, static_cast<std::uint8_t>(below(13)), static_cast<std::uint8_t>(below(6)), below(200));
  if (below(8) == 0 && sent.source.find(':') != std::string::npos) {
    static constexpr std::uint8_t kinds[] = {
        core::protocol::hop_by_hop,          core::protocol::routing,
        core::protocol::ipv6_fragment,       core::protocol::authentication,
        core::protocol::destination_options,
    };
    std::vector<std::uint8_t> headers(below(11));
    for (auto& header : headers) header = kinds[below(std::size(kinds))];
    frame = with_extensions(std::move(frame), headers);
  }
  if (below(8) == 0) {
    std::vector<std::uint32_t> tags(below(4));
    for (auto& tag : tags) tag = (below(2) == 0 ? 0x81000000U : 0x88a80000U) | static_cast<std::uint16_t>(random_());
    frame = tagged(std::move(frame), tags);
  }
  if (below(3) == 0) spoil(frame);
  return frame;
}

}  // namespace guideway::test
