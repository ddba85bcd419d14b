#include "control/neighbour/next_hops.h"

#include <cerrno>
#include <system_error>

namespace guideway::neighbour {

void NextHops::want(std::uint32_t interface, const std::set<Address>& wanted) {
  if (interface != interface_) forget();
  interface_ = interface;
  if (std::erase_if(hops_, [&](const auto& hop) { return !wanted.contains(hop.first); }) > 0) sweep_due_ = true;
  for (const Address& address : wanted) {
    const auto [hop, added] = hops_.try_emplace(address);
    if (!added) continue;
    if (find_entry(socket_, {interface_, address}).state != EntryState::fixed) ask(address, hop->second);
    update(address, hop->second);
  }
  let_others_go();
}

void NextHops::forget() {
  hops_.clear();
  sweep_due_ = true;
}

void NextHops::refresh(const Address& address) {
  if (const auto hop = hops_.find(address); hop != hops_.end()) update(hop->first, hop->second);
}

void NextHops::retry() {
  for (auto& [address, state] : hops_) {
    if (state.mac && state.problem.empty()) continue;
    ask(address, state);
    update(address, state);
  }
}

const NextHopState* NextHops::find(const Address& address) const {
  const auto hop = hops_.find(address);
  return hop == hops_.end() ? nullptr : &hop->second;
}

void NextHops::ask(const Address& address, NextHopState& state) {
  const auto done = keep_fresh(socket_, {interface_, address});
  state.problem.clear();
  if (done) return;
  state.settled = true;
  state.problem = done.error().number == ENOBUFS
                      ? "the kernel's neighbour table is full; raise net.ipv4.neigh.default.gc_thresh3 (or ipv6)"
                      : "the kernel does not ask for it: " + std::generic_category().message(done.error().number);
}

void NextHops::update(const Address& address, NextHopState& state) {
  const Entry entry = find_entry(socket_, {interface_, address});
  switch (entry.state) {
    case EntryState::stale: ask(address, state); [[fallthrough]];
    case EntryState::fresh:
    case EntryState::fixed: state = {entry.mac, true, {}}; break;
    case EntryState::failed: state = {std::nullopt, true, {}}; break;
    case EntryState::absent: ask(address, state); break;
    case EntryState::resolving: break;
  }
}

void NextHops::let_others_go() {
  if (!sweep_due_) return;
  const auto kept = kept_fresh(socket_, interface_);
  if (!kept) return;  // looked for again with the next change
  for (const Address& address : *kept)
    if (!hops_.contains(address)) static_cast<void>(let_go(socket_, {interface_, address}));
  sweep_due_ = false;
}

}  // namespace guideway::neighbour
