// Addresses as people write them: IPv4 and IPv6 (RFC 5952 text out, any RFC 4291 text in), MAC
// addresses, and address:port ("[v6]:port").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/wire/address.h"

namespace guideway {

using core::Address;
using core::Family;

std::optional<Address> parse_address(std::string_view text);
std::string to_text(const Address& address);

using Mac = std::array<std::uint8_t, 6>;

std::optional<Mac> parse_mac(std::string_view text);  // six pairs of hex digits with ':' between
std::string to_text(const Mac& mac);

struct Endpoint {
  Address address;
  std::uint16_t port = 0;
};

std::optional<Endpoint> parse_endpoint(std::string_view text);  // "192.0.2.1:80", "[2001:db8::1]:80"
std::string to_text(const Endpoint& endpoint);

}  // namespace guideway
