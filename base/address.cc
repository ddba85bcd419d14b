#include "base/address.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace guideway {

std::optional<Address> parse_address(std::string_view text) {
  const std::string terminated(text);  // inet_pton wants a C string; a NUL inside would end it early
  if (terminated.find('\0') != std::string::npos) return std::nullopt;
  Address address;
  if (inet_pton(AF_INET, terminated.c_str(), address.bytes) == 1) {
    address.family = Family::ipv4;
    return address;
  }
  if (inet_pton(AF_INET6, terminated.c_str(), address.bytes) == 1) {
    address.family = Family::ipv6;
    return address;
  }
  return std::nullopt;
}

std::string to_text(const Address& address) {
  char text[INET6_ADDRSTRLEN] = "none";
  if (address.family != Family::none)
    inet_ntop(address.family == Family::ipv4 ? AF_INET : AF_INET6, address.bytes, text, sizeof text);
  return text;
}

std::optional<Mac> parse_mac(std::string_view text) {
  if (text.size() != 17) return std::nullopt;
  Mac mac{};
  for (std::size_t i = 0; i < mac.size(); ++i) {
    const char* const digits = text.data() + i * 3;
    if (i > 0 && digits[-1] != ':') return std::nullopt;
    const auto [end, error] = std::from_chars(digits, digits + 2, mac[i], 16);
    if (error != std::errc{} || end != digits + 2) return std::nullopt;
  }
  return mac;
}

std::string to_text(const Mac& mac) { return fmt::format("{:02x}", fmt::join(mac, ":")); }

std::optional<Endpoint> parse_endpoint(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);

  Endpoint endpoint;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), endpoint.port);
  if (port.empty() || error != std::errc{} || end != port.data() + port.size()) return std::nullopt;
  const auto address = parse_address(host);
  if (!address || bracketed != (address->family == Family::ipv6)) return std::nullopt;
  endpoint.address = *address;
  return endpoint;
}

std::string to_text(const Endpoint& endpoint) {
  return endpoint.address.family == Family::ipv6 ? fmt::format("[{}]:{}", to_text(endpoint.address), endpoint.port)
                                                 : fmt::format("{}:{}", to_text(endpoint.address), endpoint.port);
}

}  // namespace guideway
