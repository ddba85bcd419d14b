// Frames for tests, put together from named parts. It shares no code with what it tests: lengths and
// checksums are computed here anew.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/address.h"

namespace guideway::packet {

using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes head, const Bytes& tail);

Bytes numbers(std::size_t count);  // 0, 1, 2, ...: a payload that shows where it was cut
std::uint16_t checksum(const std::uint8_t* bytes, std::size_t size, std::uint32_t sum = 0);

struct Ip {
  std::string source, destination;  // of one family, which decides the version
  std::uint8_t protocol = 6;
  std::uint8_t ecn = 0;
  std::optional<std::uint16_t> length;  // what the length field says, where it is not the truth
  std::uint8_t version_and_size = 0;    // the first byte, where it is not the usual one
  std::uint16_t fragment = 0;           // IPv4's flags and offset
  bool sound_checksum = true;           // IPv4's
};

Bytes ethernet(std::uint16_t type);
Bytes gre(std::uint16_t protocol, std::uint16_t flags = 0);
Bytes ip(const Ip& header, const Bytes& payload);

// Ethernet around an IP packet, of the type that its version asks for.
Bytes frame(const Bytes& ip_packet);

// A TCP segment with these flags and options (padded to words), its checksum right for the addresses.
Bytes tcp(const Ip& header, std::uint8_t flags, Bytes options);
bool has_sound_tcp_checksum(const Bytes& ip_packet);

}  // namespace guideway::packet
