// A network interface, as the kernel has it now.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "base/netlink/socket.h"

namespace guideway::neighbour {

struct Link {
  std::uint32_t index = 0;
  std::string name;
  std::optional<Mac> mac;  // none: no Ethernet
  std::uint32_t mtu = 0;
  bool up = false;  // set up, and with a carrier
};

std::expected<Link, netlink::Refusal> find_link(netlink::Socket& socket, std::string_view name);
std::expected<Link, netlink::Refusal> find_link(netlink::Socket& socket, std::uint32_t index);

}  // namespace guideway::neighbour
