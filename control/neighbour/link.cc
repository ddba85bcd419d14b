#include "control/neighbour/link.h"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

#include <cerrno>

namespace guideway::neighbour {
namespace {

using netlink::Message;
using netlink::Refusal;

std::expected<Link, Refusal> ask(netlink::Socket& socket, Message request) {
  request.put(IFLA_EXT_MASK, std::uint32_t{RTEXT_FILTER_SKIP_STATS});
  const auto replies = socket.ask(request);
  if (!replies) return std::unexpected(replies.error());
  const auto* const header = replies->empty() ? nullptr : netlink::header_of<ifinfomsg>(replies->front().message());
  if (!header) return std::unexpected(Refusal{ENODEV, {}});

  const netlink::Attributes attributes(replies->front().message(), sizeof *header);
  return Link{.index = static_cast<std::uint32_t>(header->ifi_index),
              .name = std::string(attributes.text(IFLA_IFNAME)),
              .mac = attributes.mac(IFLA_ADDRESS),
              .mtu = attributes.u32(IFLA_MTU).value_or(0),
              .up = (header->ifi_flags & IFF_UP) && (header->ifi_flags & IFF_RUNNING)};
}

}  // namespace

std::expected<Link, Refusal> find_link(netlink::Socket& socket, std::string_view name) {
  if (name.size() >= IFNAMSIZ) return std::unexpected(Refusal{ENODEV, {}});
  Message request(RTM_GETLINK, 0);
  request.header<ifinfomsg>();
  request.put(IFLA_IFNAME, name);
  return ask(socket, request);
}

std::expected<Link, Refusal> find_link(netlink::Socket& socket, std::uint32_t index) {
  Message request(RTM_GETLINK, 0);
  request.header<ifinfomsg>().ifi_index = static_cast<int>(index);
  return ask(socket, request);
}

}  // namespace guideway::neighbour
