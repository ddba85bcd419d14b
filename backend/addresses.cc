#include "backend/addresses.h"

#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

#include <cerrno>
#include <limits>
#include <span>

#include "base/netlink/message.h"
#include "base/netlink/socket.h"

namespace guideway::backend {
namespace {

std::expected<void, netlink::Refusal> ask(std::uint16_t type, int flags, const Address& address) {
  auto socket = netlink::Socket::open();
  if (!socket) return std::unexpected(netlink::Refusal{errno, socket.error().message});
  netlink::Message request(type, flags);
  auto& header = request.header<ifaddrmsg>();
  header.ifa_family = netlink::family_of(address);
  header.ifa_prefixlen = static_cast<std::uint8_t>(address.size() * 8);
  header.ifa_index = if_nametoindex("lo");
  if (address.family == Family::ipv4) {
    header.ifa_scope = RT_SCOPE_HOST;
  } else {
    header.ifa_flags = IFA_F_NODAD;
    constexpr auto forever = std::numeric_limits<std::uint32_t>::max();
    const ifa_cacheinfo lifetimes{.ifa_prefered = 0, .ifa_valid = forever, .cstamp = 0, .tstamp = 0};
    request.put(IFA_CACHEINFO, std::as_bytes(std::span(&lifetimes, 1)));
  }
  request.put(IFA_LOCAL, address).put(IFA_ADDRESS, address);
  if (auto replies = socket->ask(request); !replies) return std::unexpected(std::move(replies.error()));
  return {};
}

}  // namespace

bool loopback_is_up() {
  auto socket = netlink::Socket::open();
  if (!socket) return false;
  netlink::Message request(RTM_GETLINK, 0);
  request.header<ifinfomsg>();
  request.put(IFLA_IFNAME, std::string_view("lo"));
  const auto replies = socket->ask(request);
  if (!replies || replies->empty()) return false;
  const auto* const header = netlink::header_of<ifinfomsg>(replies->front().message());
  return header && (header->ifi_flags & IFF_UP) != 0;
}

Result<Presence> add_to_loopback(const Address& address) {
  const auto answer = ask(RTM_NEWADDR, NLM_F_CREATE | NLM_F_EXCL, address);
  if (answer) return Presence::added;
  if (answer.error().number == EEXIST) return Presence::already_there;
  Error error = netlink::to_error("backend.no-address", "cannot put " + to_text(address) + " on lo", answer.error());
  if (address.family == Family::ipv6 && answer.error().number == EACCES)
    error.hint = "IPv6 is disabled on lo; run: sysctl -w net.ipv6.conf.lo.disable_ipv6=0";
  return std::unexpected(std::move(error));
}

Result<void> remove_from_loopback(const Address& address) {
  const auto answer = ask(RTM_DELADDR, 0, address);
  if (answer || answer.error().number == EADDRNOTAVAIL) return {};
  return std::unexpected(
      netlink::to_error("backend.no-address", "cannot take " + to_text(address) + " off lo", answer.error()));
}

}  // namespace guideway::backend
