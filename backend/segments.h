// How large may a client's TCP segment be, so that it fits the path from balancer to backend inside
// the tunnel? The outer header's size is not known beforehand, as any balancer may send: the largest counts.
#pragma once

#include <algorithm>
#include <span>

#include "backend/layout.h"
#include "base/address.h"

namespace guideway::backend {

constexpr unsigned min_mtu = 576, max_mtu = 65535;

inline Segments segments_for(unsigned mtu, std::span<const Address> balancers) {
  constexpr unsigned ipv4 = 20, ipv6 = 40, gre = 4, tcp = 20;
  const bool any_ipv6 = std::ranges::any_of(balancers, [](const Address& a) { return a.family == Family::ipv6; });
  const unsigned inner = mtu - (any_ipv6 ? ipv6 : ipv4) - gre;
  return {static_cast<std::uint16_t>(inner - ipv4 - tcp), static_cast<std::uint16_t>(inner - ipv6 - tcp), 0};
}

}  // namespace guideway::backend
