#include "control/neighbour/route.h"

#include <fmt/format.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace guideway::neighbour {
namespace {

using netlink::Attributes;

std::string explain(const netlink::Refusal& refusal) {
  switch (refusal.number) {
    case ENETUNREACH: return "no route";
    case EINVAL: return "the route is a blackhole";
    case EHOSTUNREACH: return "the route is unreachable";
    case EACCES: return "the route is prohibited";
    default: return "no route: " + std::generic_category().message(refusal.number);
  }
}

}  // namespace

std::expected<Route, std::string> find_route(netlink::Socket& socket, const Address& destination) {
  netlink::Message request(RTM_GETROUTE, 0);
  auto& query = request.header<rtmsg>();
  query.rtm_family = netlink::family_of(destination);
  query.rtm_dst_len = static_cast<std::uint8_t>(destination.size() * 8);
  request.put(RTA_DST, destination);
  const auto replies = socket.ask(request);
  if (!replies) return std::unexpected(explain(replies.error()));
  const auto* const header = replies->empty() ? nullptr : netlink::header_of<rtmsg>(replies->front().message());
  if (!header) return std::unexpected("no route");
  if (header->rtm_type == RTN_LOCAL) return std::unexpected("it is an address of this host");
  if (header->rtm_type != RTN_UNICAST) return std::unexpected("the route is not to a single host");

  const Attributes attributes(replies->front().message(), sizeof *header);
  const auto gateway = attributes.address(RTA_GATEWAY);
  const auto other_family = attributes.via(RTA_VIA);  // IPv4 by way of an IPv6 router
  return Route{.interface = attributes.u32(RTA_OIF).value_or(0),
               .next_hop = gateway ? *gateway : other_family.value_or(destination),
               .mtu = attributes.nested(RTA_METRICS).u32(RTAX_MTU)};
}

std::optional<Prefix> prefix_of(const nlmsghdr& message) {
  const auto* const header = netlink::header_of<rtmsg>(message);
  if (!header) return std::nullopt;
  Prefix prefix;
  prefix.address.family = header->rtm_family == AF_INET ? Family::ipv4 : Family::ipv6;
  if (const auto address = Attributes(message, sizeof *header).address(RTA_DST)) prefix.address = *address;
  prefix.length = header->rtm_dst_len;
  return prefix;
}

bool contains(const Prefix& prefix, const Address& address) {
  if (prefix.address.family != address.family) return false;
  const unsigned whole = prefix.length / 8, rest = prefix.length % 8;
  if (!std::equal(address.bytes, address.bytes + whole, prefix.address.bytes)) return false;
  const unsigned differing = address.bytes[whole % 16] ^ prefix.address.bytes[whole % 16];
  return rest == 0 || (differing >> (8 - rest)) == 0;
}

}  // namespace guideway::neighbour
