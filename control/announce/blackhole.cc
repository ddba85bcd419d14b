#include "control/announce/blackhole.h"

#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include <cerrno>

namespace guideway::announce {
namespace {

using netlink::Attributes;
using netlink::Message;
using netlink::Refusal;

// The strongest metric that can be asked for. IPv4's default is already 0; IPv6 reads 0 as 1024, and a
// route to the same address that somebody set with less would win over ours.
constexpr std::uint32_t strongest_ipv6_metric = 1;

rtmsg& put_header(Message& message, std::uint8_t family, std::uint32_t table) {
  auto& route = message.header<rtmsg>();
  route.rtm_family = family;
  route.rtm_table = table < 256 ? static_cast<std::uint8_t>(table) : std::uint8_t{RT_TABLE_COMPAT};
  route.rtm_protocol = netlink::our_protocol;
  route.rtm_type = RTN_BLACKHOLE;
  return route;
}

}  // namespace

Message Blackholes::request(std::uint16_t type, int flags, const Address& address) const {
  Message message(type, flags);
  auto& route = put_header(message, netlink::family_of(address), table_);
  route.rtm_dst_len = static_cast<std::uint8_t>(address.size() * 8);
  route.rtm_scope = RT_SCOPE_UNIVERSE;
  message.put(RTA_TABLE, table_).put(RTA_DST, address);
  if (address.family == Family::ipv6) message.put(RTA_PRIORITY, strongest_ipv6_metric);
  return message;
}

std::expected<void, Refusal> Blackholes::add(const Address& address) const {
  Message message = request(RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL, address);
  if (auto done = socket_.ask(message); !done) return std::unexpected(std::move(done.error()));
  return {};
}

std::expected<void, Refusal> Blackholes::remove(const Address& address) const {
  Message message = request(RTM_DELROUTE, 0, address);
  if (auto done = socket_.ask(message); !done && done.error().number != ESRCH)  // ESRCH: it is gone already
    return std::unexpected(std::move(done.error()));
  return {};
}

std::expected<std::set<Address>, Refusal> Blackholes::list() const {
  std::set<Address> found;
  for (const std::uint8_t family : {std::uint8_t{AF_INET}, std::uint8_t{AF_INET6}})
    if (auto done = list_family(family, found); !done) return std::unexpected(std::move(done.error()));
  return found;
}

std::expected<void, Refusal> Blackholes::list_family(std::uint8_t family, std::set<Address>& found) const {
  // The header's fields filter in the kernel, which matters where the main table holds the whole internet;
  // a kernel that ignores them (before 4.20) sends everything, so what comes is looked at again.
  Message message(RTM_GETROUTE, NLM_F_DUMP);
  put_header(message, family, table_);
  message.put(RTA_TABLE, table_);
  const auto replies = socket_.ask(message);
  if (!replies) {
    const int number = replies.error().number;
    if (number == ENOENT || number == EAFNOSUPPORT) return {};  // no such table yet; no such family here
    return std::unexpected(replies.error());
  }
  for (const auto& reply : *replies) {
    const auto* const route = netlink::header_of<rtmsg>(reply.message());
    if (!route || route->rtm_family != family || route->rtm_protocol != netlink::our_protocol ||
        route->rtm_type != RTN_BLACKHOLE)
      continue;
    const Attributes attributes(reply.message(), sizeof *route);
    const auto address = attributes.address(RTA_DST);
    if (address && attributes.u32(RTA_TABLE) == table_ && route->rtm_dst_len == address->size() * 8)
      found.insert(*address);
  }
  return {};
}

}  // namespace guideway::announce
