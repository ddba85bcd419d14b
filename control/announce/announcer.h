// Which VIPs this node announces, as routes that a BGP daemon learns.
//
// A VIP is announced by one blackhole route in a table of our own (`announce.table`) and withdrawn by
// removing it; BIRD, or whatever else reads the table, does the rest. Rejected: to speak BGP ourselves, or
// to steer a BGP daemon over its own socket: the first is a second product, the second a bond to
// one daemon; a route in the kernel is understood by all of them. A blackhole, since the route is never to
// carry a packet: what reaches a VIP is taken by the data plane, before routing.
//
// A second blackhole for each VIP in the main table, the guard, stands for the moments when no program is
// attached: without it a packet to a VIP would follow the default route back to the router that sent
// it, and loop. No VIP is announced without its guard. Addresses of this host, such as a VIP on lo, are
// found in the kernel's table `local`, which is asked first: a guard does not touch them.
//
// The routes are the only memory: they are read anew each time, so that a daemon adopts what an earlier
// one left, and what somebody else removed comes back with the next `sync`.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "base/address.h"
#include "base/error.h"
#include "base/netlink/socket.h"

namespace guideway::announce {

struct Changes {
  std::vector<Address> announced, withdrawn;  // by this call
};

class Announcer {
 public:
  static Result<Announcer> open(std::uint32_t table);

  // Makes the routes of ours exactly these: `announced` and, in the main table, `guarded` together with
  // `announced`. On SIGTERM: sync({}, vips), for the data plane goes on. What can be done is done even
  // where something fails, the withdrawals first; then the first failure is returned.
  Result<Changes> sync(const std::set<Address>& announced, const std::set<Address>& guarded);

  // Removes every route of ours from both tables.
  Result<Changes> remove_all() { return sync({}, {}); }

  // The VIPs announced now, by this daemon or an earlier one.
  Result<std::set<Address>> announced();

 private:
  Announcer(netlink::Socket socket, std::uint32_t table) : socket_(std::move(socket)), table_(table) {}

  netlink::Socket socket_;
  std::uint32_t table_;
};

}  // namespace guideway::announce
