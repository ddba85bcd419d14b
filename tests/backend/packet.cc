#include "tests/backend/packet.h"

#include <numeric>

namespace guideway::packet {
namespace {

void put16(Bytes& bytes, std::size_t at, std::uint16_t value) {
  bytes[at] = static_cast<std::uint8_t>(value >> 8);
  bytes[at + 1] = static_cast<std::uint8_t>(value);
}

Bytes address(const std::string& text) {
  const Address address = *parse_address(text);
  return {address.bytes, address.bytes + address.size()};
}

bool is_ipv4(const Bytes& ip_packet) { return ip_packet.at(0) >> 4 != 6; }

// The sum of TCP's pseudo header.
std::uint32_t pseudo_sum(const Bytes& addresses, std::size_t size) {
  const auto sum = static_cast<std::uint16_t>(~checksum(addresses.data(), addresses.size()));
  return sum + 6u + static_cast<std::uint32_t>(size);
}

}  // namespace

Bytes operator+(Bytes head, const Bytes& tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

Bytes numbers(std::size_t count) {
  Bytes bytes(count);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  return bytes;
}

std::uint16_t checksum(const std::uint8_t* bytes, std::size_t size, std::uint32_t sum) {
  for (std::size_t i = 0; i < size; ++i) sum += i % 2 == 0 ? static_cast<std::uint32_t>(bytes[i]) << 8 : bytes[i];
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

Bytes ethernet(std::uint16_t type) {
  Bytes bytes{0x52, 0x54, 0, 0, 0, 1, 0x52, 0x54, 0, 0, 0, 2, 0, 0};
  put16(bytes, 12, type);
  return bytes;
}

Bytes gre(std::uint16_t protocol, std::uint16_t flags) {
  Bytes bytes(4);
  put16(bytes, 0, flags);
  put16(bytes, 2, protocol);
  return bytes;
}

Bytes ip(const Ip& header, const Bytes& payload) {
  const Bytes source = address(header.source), destination = address(header.destination);
  if (source.size() == 16) {
    Bytes bytes{0x60, static_cast<std::uint8_t>(header.ecn << 4), 0, 0, 0, 0, header.protocol, 64};
    put16(bytes, 4, header.length.value_or(static_cast<std::uint16_t>(payload.size())));
    if (header.version_and_size) bytes[0] = header.version_and_size;
    return bytes + source + destination + payload;
  }
  Bytes bytes{0x45, header.ecn, 0, 0, 0x12, 0x34, 0, 0, 64, header.protocol, 0, 0};
  put16(bytes, 2, header.length.value_or(static_cast<std::uint16_t>(20 + payload.size())));
  put16(bytes, 6, header.fragment);
  if (header.version_and_size) bytes[0] = header.version_and_size;
  bytes = std::move(bytes) + source + destination;
  put16(bytes, 10, static_cast<std::uint16_t>(checksum(bytes.data(), bytes.size()) ^ (header.sound_checksum ? 0 : 1)));
  return std::move(bytes) + payload;
}

Bytes frame(const Bytes& ip_packet) { return ethernet(is_ipv4(ip_packet) ? 0x0800 : 0x86dd) + ip_packet; }

Bytes tcp(const Ip& header, std::uint8_t flags, Bytes options) {
  while (options.size() % 4 != 0) options.push_back(0);
  Bytes bytes = numbers(20) + options;
  bytes[12] = static_cast<std::uint8_t>(bytes.size() / 4 << 4);
  bytes[13] = flags;
  put16(bytes, 16, 0);
  const std::uint32_t pseudo = pseudo_sum(address(header.source) + address(header.destination), bytes.size());
  put16(bytes, 16, checksum(bytes.data(), bytes.size(), pseudo));
  return bytes;
}

bool has_sound_tcp_checksum(const Bytes& ip_packet) {
  const std::size_t addresses = is_ipv4(ip_packet) ? 12 : 8, size = is_ipv4(ip_packet) ? 20 : 40;
  const Bytes both(ip_packet.begin() + static_cast<std::ptrdiff_t>(addresses),
                   ip_packet.begin() + static_cast<std::ptrdiff_t>(size));
  const std::size_t length = ip_packet.size() - size;
  return checksum(ip_packet.data() + size, length, pseudo_sum(both, length)) == 0;
}

}  // namespace guideway::packet
