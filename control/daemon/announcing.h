// Whether this node announces its VIPs. It does while it can forward: the program is on the interface, and at
// least one of the backends in use can be reached. A local fault withdraws the node and never changes a table,
// or balancers would disagree.
#pragma once

#include "control/daemon/running.h"

namespace guideway::daemon {

// Why this node must not announce; empty where it may.
std::string obstacle(const Running& running);

// Brings the routes into line with obstacle() and the configured VIPs. Failures are logged; the next call tries again.
void announce(Running& running);

// On the way out: no VIP announced, each still guarded, for the data plane goes on.
void withdraw(Running& running);

}  // namespace guideway::daemon
