// A change of anything that decides where packets go ends here: compute the whole snapshot, publish it. What fails
// changes nothing.
#pragma once

#include "control/daemon/running.h"

namespace guideway::daemon {

// Health or a drain has changed.
Result<void> refresh(Running& running);

// A configuration takes the place of the one in force.
Result<void> replace(Running& running, config::Config next);

// Tells monitor and resolver whom to watch.
void watch(Running& running);

}  // namespace guideway::daemon
