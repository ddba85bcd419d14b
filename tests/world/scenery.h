// The snapshot that most tests run on: one service for each thing that can happen to a packet.
//
//   web        203.0.113.10  tcp 80    three IPv4 backends
//   dns        203.0.113.10  udp 53    the same
//   web6       2001:db8:5::10 tcp 80   the same: IPv6 inside IPv4
//   out6       203.0.113.11  tcp 80    an IPv6 backend: IPv4 inside IPv6
//   all6       2001:db8:5::11 tcp 80   an IPv6 backend: IPv6 inside IPv6
//   any-port   203.0.113.12  tcp any   affinity client
//   three      203.0.113.13  tcp 80    affinity 3-tuple
//   empty      203.0.113.14  tcp 80    no backend
//   lost       203.0.113.15  tcp 80    a backend whose next hop is not known
//   narrow     203.0.113.16  tcp 80    a backend behind an MTU of 1000
#pragma once

#include "dataplane/publish.h"
#include "dataplane/snapshot.h"

namespace guideway::test {

dataplane::Snapshot scenery();

// Tables of `size` slots that go round over `members`.
dataplane::Table round_table(std::size_t members, std::size_t size = 251);

dataplane::NextHop usual_hop(std::uint16_t mtu = 1500);

// Next hops for all backends of the snapshot, as the comments above say.
void set_next_hops(dataplane::Publisher& publisher, const dataplane::Snapshot& snapshot);

}  // namespace guideway::test
