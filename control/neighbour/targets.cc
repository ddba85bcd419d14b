#include "control/neighbour/targets.h"

#include <fmt/format.h>
#include <linux/rtnetlink.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace guideway::neighbour {

Targets::Targets(netlink::Socket socket, std::string interface, OnChange on_change)
    : socket_(std::move(socket)), interface_(std::move(interface)), on_change_(std::move(on_change)) {}

void Targets::watch(const std::vector<Address>& addresses) {
  const std::set<Address> wanted(addresses.begin(), addresses.end());
  std::erase_if(targets_, [&](const auto& target) { return !wanted.contains(target.first); });
  for (const Address& address : wanted) targets_.try_emplace(address);
  reconcile();
}

std::optional<Resolution> Targets::look_up(const Address& address) const {
  const auto target = targets_.find(address);
  return target == targets_.end() ? std::nullopt : target->second.reported;
}

bool Targets::settled() const {
  return std::ranges::all_of(targets_, [](const auto& target) {
    const auto& reported = target.second.reported;
    return reported && !reported->pending;
  });
}

bool Targets::doubt(const nlmsghdr& message) {
  switch (message.nlmsg_type) {
    case RTM_NEWROUTE:
    case RTM_DELROUTE: return doubt_routes(message);
    case RTM_NEWNEIGH:
    case RTM_DELNEIGH: return doubt_neighbour(message);
    default: doubt_everything(); return true;  // links, addresses, rules: rare, and they change routes without a word
  }
}

bool Targets::doubt_routes(const nlmsghdr& message) {
  const auto prefix = prefix_of(message);
  bool any = false;
  for (auto& [address, target] : targets_)
    if (prefix && contains(*prefix, address)) any = target.route_in_doubt = true;
  return any;
}

bool Targets::doubt_neighbour(const nlmsghdr& message) {
  const auto key = key_of(message);
  if (!key || key->interface != link_.index || !next_hops_.find(key->address)) return false;
  next_hops_in_doubt_.insert(key->address);
  return true;
}

void Targets::doubt_everything() {
  link_in_doubt_ = true;
  for (auto& [address, target] : targets_) {
    target.route_in_doubt = true;
    if (target.route) next_hops_in_doubt_.insert(target.route->next_hop);
  }
}

void Targets::reconcile() {
  if (std::exchange(link_in_doubt_, false)) find_interface();
  for (auto& [address, target] : targets_)
    if (std::exchange(target.route_in_doubt, false)) target.route = find_way(address);

  for (const Address& address : std::exchange(next_hops_in_doubt_, {})) next_hops_.refresh(address);
  if (link_problem_.empty()) {
    std::set<Address> wanted;
    for (const auto& [address, target] : targets_)
      if (target.route) wanted.insert(target.route->next_hop);
    next_hops_.want(link_.index, wanted);
  }
  report();
}

void Targets::retry() {
  if (!link_problem_.empty()) return;
  next_hops_.retry();
  report();
}

void Targets::find_interface() {
  const auto link = find_link(socket_, interface_);
  if (!link)
    link_problem_ = "no interface " + interface_;
  else if (!link->mac)
    link_problem_ = interface_ + " is no Ethernet interface";
  else
    link_problem_ = link->up ? "" : "link " + interface_ + " is down";
  if (!link_problem_.empty()) next_hops_.forget();
  link_ = link.value_or(Link{});
}

std::expected<Route, std::string> Targets::find_way(const Address& address) {
  auto route = find_route(socket_, address);
  if (!route || route->interface == link_.index) return route;
  const auto other = find_link(socket_, route->interface);
  return std::unexpected(
      fmt::format("via {}, not node.interface {}", other ? other->name : "another interface", interface_));
}

Resolution Targets::resolve(const Target& target) const {
  if (!link_problem_.empty()) return {{}, link_problem_};
  if (!target.route) return {{}, target.route.error()};
  const Route& route = *target.route;
  const NextHopState* const state = next_hops_.find(route.next_hop);
  if (state && state->mac) {
    constexpr std::uint32_t largest = std::numeric_limits<std::uint16_t>::max();
    const auto mtu = std::min({link_.mtu, route.mtu.value_or(link_.mtu), largest});
    return {{link_.index, *link_.mac, *state->mac, static_cast<std::uint16_t>(mtu)}, {}};
  }
  const std::string name = "neighbour " + to_text(route.next_hop);
  if (!state || !state->settled) return {{}, name + " is being asked for", true};
  return {{}, name + (state->problem.empty() ? " does not answer" : ": " + state->problem)};
}

void Targets::report() {
  for (auto& [address, target] : targets_) {
    Resolution now = resolve(target);
    if (target.reported == now) continue;
    target.reported = std::move(now);
    on_change_(address, *target.reported);
  }
}

}  // namespace guideway::neighbour
