// The way to an address: the kernel's own answer to "where would you send this?", which takes policy rules,
// metrics, multipath and learnt path MTUs into account. Rejected: to keep a copy of the routing table
// and search it, which would be a second implementation of all that.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "base/netlink/socket.h"

namespace guideway::neighbour {

struct Route {
  std::uint32_t interface = 0;
  Address next_hop;                  // the gateway, or the destination itself where it is on the link
  std::optional<std::uint32_t> mtu;  // where the route has one of its own
};

// The route, or why there is none, in words for an operator ("no route").
std::expected<Route, std::string> find_route(netlink::Socket& socket, const Address& destination);

// What a notification about a route is about.
struct Prefix {
  Address address;
  unsigned length = 0;
};
std::optional<Prefix> prefix_of(const nlmsghdr& route_message);
bool contains(const Prefix& prefix, const Address& address);

}  // namespace guideway::neighbour
