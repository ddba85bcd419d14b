#include "backend/check.h"

#include <fmt/format.h>

#include "backend/segments.h"

namespace guideway::backend {
namespace {

Error refuse(std::string message, std::string hint) {
  return {"backend.bad-input", std::move(message), std::move(hint), Exit::bad_input};
}

// Only one host's address can send a tunnel, or be a VIP.
bool is_unicast(const Address& address) {
  if (address == Address{.family = address.family}) return false;
  const std::uint8_t first = address.bytes[0];
  if (address.family == Family::ipv4) return first != 0 && first != 127 && first < 224;
  const bool is_link_local = first == 0xfe && (address.bytes[1] & 0xc0) == 0x80;
  const Address loopback = *parse_address("::1");
  return first != 0xff && !is_link_local && !(address == loopback);
}

Result<void> check_list(const char* option, std::span<const Address> list, std::size_t most) {
  if (list.empty()) return std::unexpected(refuse(fmt::format("no {} given", option), "give at least one"));
  if (list.size() > most)
    return std::unexpected(refuse(fmt::format("{} of {}", list.size(), option), fmt::format("at most {}", most)));
  for (const Address& address : list)
    if (!is_unicast(address))
      return std::unexpected(
          refuse(fmt::format("{} {} cannot be one host's address on a network", option, to_text(address)),
                 "give a unicast address that is neither loopback nor link-local"));
  return {};
}

}  // namespace

Result<void> check(const Setup& setup) {
  if (auto balancers = check_list("--balancer", setup.balancers, max_balancers); !balancers) return balancers;
  if (auto vips = check_list("--vip", setup.vips, max_vips); !vips) return vips;
  if (setup.mtu && (*setup.mtu < min_mtu || *setup.mtu > max_mtu))
    return std::unexpected(refuse(fmt::format("--mtu {} is not an MTU that can carry tunnels", *setup.mtu),
                                  fmt::format("from {} to {}", min_mtu, max_mtu)));
  return {};
}

}  // namespace guideway::backend
