// Blackhole routes to single addresses (/32, /128) in one routing table, marked with our protocol number.
// What bears another mark, or is no blackhole, is not seen and not touched.
#pragma once

#include <cstdint>
#include <expected>
#include <set>

#include "base/netlink/socket.h"

namespace guideway::announce {

class Blackholes {
 public:
  Blackholes(netlink::Socket& socket, std::uint32_t table) : socket_(socket), table_(table) {}

  [[nodiscard]] std::expected<std::set<Address>, netlink::Refusal> list() const;
  [[nodiscard]] std::expected<void, netlink::Refusal> add(const Address& address) const;
  [[nodiscard]] std::expected<void, netlink::Refusal> remove(const Address& address) const;

 private:
  std::expected<void, netlink::Refusal> list_family(std::uint8_t family, std::set<Address>& found) const;
  [[nodiscard]] netlink::Message request(std::uint16_t type, int flags, const Address& address) const;

  netlink::Socket& socket_;
  std::uint32_t table_;
};

}  // namespace guideway::announce
