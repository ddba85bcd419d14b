#include "control/config/address.h"

#include <fmt/format.h>

#include <algorithm>

namespace guideway::config {
namespace {

bool all_zero(const std::uint8_t* from, const std::uint8_t* to) {
  return std::all_of(from, to, [](std::uint8_t b) { return b == 0; });
}

std::string_view unfit4(const std::uint8_t* b) {
  if (b[0] == 0) return "is in 0.0.0.0/8, which no host has";
  if (b[0] == 127) return "is a loopback address";
  if (b[0] >= 224 && b[0] < 240) return "is a multicast address";
  if (std::all_of(b, b + 4, [](std::uint8_t byte) { return byte == 255; })) return "is the broadcast address";
  return {};
}

std::string_view unfit6(const std::uint8_t* b) {
  if (all_zero(b, b + 16)) return "is the unspecified address";
  if (all_zero(b, b + 15) && b[15] == 1) return "is the loopback address";
  if (b[0] == 0xff) return "is a multicast address";
  if (b[0] == 0xfe && (b[1] & 0xc0) == 0x80) return "is a link-local address";
  if (all_zero(b, b + 10) && b[10] == 0xff && b[11] == 0xff) return "is IPv4 in IPv6 form";
  return {};
}

// What was most likely meant by something that is no address.
std::string hint_for(std::string_view text) {
  if (const auto slash = text.find('/'); parse_address(text.substr(0, slash))) return "without the prefix length";
  if (const auto endpoint = parse_endpoint(text))
    return fmt::format("without the port: {}", to_text(endpoint->address));
  return "an IPv4 or IPv6 address, as in 192.0.2.1 or 2001:db8::1";
}

}  // namespace

bool is_loopback(const Address& address) {
  const std::uint8_t* const b = address.bytes;
  return address.family == Family::ipv4 ? b[0] == 127 : all_zero(b, b + 15) && b[15] == 1;
}

std::string_view unfit(const Address& address) {
  return address.family == Family::ipv4 ? unfit4(address.bytes) : unfit6(address.bytes);
}

bool read_host_address(const Value& value, Address& out) {
  const auto address = value.is(TreeNode::Kind::scalar) ? parse_address(value.text()) : std::nullopt;
  if (!address) {
    value.error("bad-address", fmt::format("expected an address, found {}", value.describe()), hint_for(value.text()));
    return false;
  }
  if (const auto reason = unfit(*address); !reason.empty()) {
    value.error("bad-address", fmt::format("{} {}", to_text(*address), reason), "give one that a router forwards to");
    return false;
  }
  out = *address;
  return true;
}

bool read_endpoint(const Value& value, Endpoint& out) {
  const auto endpoint = value.is(TreeNode::Kind::scalar) ? parse_endpoint(value.text()) : std::nullopt;
  if (!endpoint || endpoint->port == 0) {
    value.error("bad-address", fmt::format("expected address:port, found {}", value.describe()),
                "as in 127.0.0.1:9707 or [::1]:9707");
    return false;
  }
  out = *endpoint;
  return true;
}

}  // namespace guideway::config
