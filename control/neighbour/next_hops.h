// The neighbours that routes lead to, on one interface, each kept resolved once, however many backends
// lie behind it.
//
// The kernel's entry is the truth and is read again whenever a notification tells that it changed. One thing is added:
// memory. A neighbour whose entry was flushed, or is being asked for again, keeps the MAC address it
// had until the kernel gives it up (failed), for it most likely still is the right one.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "control/neighbour/entry.h"

namespace guideway::neighbour {

struct NextHopState {
  std::optional<Mac> mac;
  bool settled = false;  // answered, or not answered in time
  std::string problem;   // why the kernel does not even ask; else empty
};

class NextHops {
 public:
  explicit NextHops(netlink::Socket& socket) : socket_(socket) {}

  // Makes `wanted` the neighbours that are kept resolved; lets the kernel's others that were ours go.
  void want(std::uint32_t interface, const std::set<Address>& wanted);

  // Forgets all that is known: the link went down, and the kernel forgot as well.
  void forget();

  void refresh(const Address& address);  // reads the kernel's entry again
  void retry();                          // asks again for those that did not answer; about once a second

  [[nodiscard]] const NextHopState* find(const Address& address) const;

 private:
  void ask(const Address& address, NextHopState& state);
  void update(const Address& address, NextHopState& state);
  void let_others_go();

  netlink::Socket& socket_;
  std::uint32_t interface_ = 0;
  std::map<Address, NextHopState> hops_;
  bool sweep_due_ = true;  // at the start an earlier daemon may have left some
};

}  // namespace guideway::neighbour
