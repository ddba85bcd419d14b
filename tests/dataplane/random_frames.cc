#include "tests/dataplane/random_frames.h"

#include <fmt/format.h>

#include <algorithm>

namespace guideway::test {

Packet RandomFrames::packet() {
  // Few clients, so that flows come back; few tcp flags at a time, so that they live.
  Packet packet{.source = "198.51.100.1",
                .source_port = static_cast<std::uint16_t>(below(64)),
                .tcp_flags = below(8) == 0 ? static_cast<std::uint8_t>(random_()) : core::tcp::ack,
                .traffic_class = static_cast<std::uint8_t>(random_()),
                .identification = static_cast<std::uint16_t>(random_()),
                .fragmentation = static_cast<std::uint16_t>(below(10) == 0 ? random_() : below(2) * 0x4000),
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
  Bytes frame = frame_of(packet());
  if (below(3) == 0) spoil(frame);
  return frame;
}

}  // namespace guideway::test
