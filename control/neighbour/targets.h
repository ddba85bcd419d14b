// The addresses that are watched, and all that is known of each: what the resolver does when something may
// have changed, without the event loop that tells it so.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "control/neighbour/link.h"
#include "control/neighbour/next_hops.h"
#include "control/neighbour/resolution.h"
#include "control/neighbour/route.h"

namespace guideway::neighbour {

class Targets {
 public:
  using OnChange = std::function<void(const Address&, const Resolution&)>;
  Targets(netlink::Socket socket, std::string interface, OnChange on_change);
  Targets(const Targets&) = delete;  // the next hops refer to the socket
  Targets& operator=(const Targets&) = delete;

  void watch(const std::vector<Address>& addresses);
  [[nodiscard]] std::optional<Resolution> look_up(const Address& address) const;
  [[nodiscard]] bool settled() const;

  // What a notification makes doubtful; whether that concerns us at all.
  bool doubt(const nlmsghdr& message);
  void doubt_everything();

  void reconcile();  // asks the kernel about whatever is in doubt, and reports what changed
  void retry();      // asks again for neighbours that did not answer

 private:
  struct Target {
    std::expected<Route, std::string> route = std::unexpected("not looked up yet");
    bool route_in_doubt = true;
    std::optional<Resolution> reported;
  };

  bool doubt_routes(const nlmsghdr& message);
  bool doubt_neighbour(const nlmsghdr& message);
  void find_interface();
  [[nodiscard]] std::expected<Route, std::string> find_way(const Address& address);
  [[nodiscard]] Resolution resolve(const Target& target) const;
  void report();

  netlink::Socket socket_;
  std::string interface_;
  OnChange on_change_;
  Link link_;
  std::string link_problem_;  // why nothing can leave by way of the interface; else empty
  bool link_in_doubt_ = true;
  std::map<Address, Target> targets_;
  NextHops next_hops_{socket_};
  std::set<Address> next_hops_in_doubt_;
};

}  // namespace guideway::neighbour
