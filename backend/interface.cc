#include "backend/interface.h"

#include <linux/if_arp.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include <cerrno>

#include "base/netlink/message.h"
#include "base/netlink/socket.h"

namespace guideway::backend {
namespace {

Error refuse(const char* code, std::string message, std::string hint) {
  return {code, std::move(message), std::move(hint), Exit::failure};
}

}  // namespace

Result<Interface> find_interface(const std::string& name) {
  const auto missing = [&] {
    return std::unexpected(refuse("backend.no-interface", "there is no interface \"" + name + "\" here",
                                  "`ip link` lists those of this network namespace"));
  };
  if (name.empty() || name.size() >= IFNAMSIZ) return missing();

  auto socket = netlink::Socket::open();
  if (!socket) return std::unexpected(std::move(socket.error()));
  netlink::Message request(RTM_GETLINK, 0);
  request.header<ifinfomsg>();
  request.put(IFLA_IFNAME, name);
  const auto replies = socket->ask(request);
  if (!replies && replies.error().number != ENODEV)
    return std::unexpected(
        netlink::to_error("backend.no-interface", "cannot look up \"" + name + "\"", replies.error()));
  if (!replies || replies->empty()) return missing();

  const nlmsghdr& link = replies->front().message();
  const auto* const header = netlink::header_of<ifinfomsg>(link);
  if (!header) return missing();
  const netlink::Attributes attributes(link, sizeof *header);
  if (header->ifi_type != ARPHRD_ETHER)
    return std::unexpected(refuse("backend.not-ethernet", name + " carries no Ethernet frames",
                                  "give the Ethernet interface that the balancers' packets arrive on"));
  if (attributes.nested(IFLA_LINKINFO).text(IFLA_INFO_SLAVE_KIND) == "bridge")
    return std::unexpected(refuse("backend.bridge-port", name + " is a port of a bridge and sees other hosts' packets",
                                  "give the bridge itself as --interface"));
  return Interface{name, header->ifi_index, attributes.u32(IFLA_MTU).value_or(1500)};
}

}  // namespace guideway::backend
