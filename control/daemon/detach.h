// Everything that `run` leaves behind, taken away: routes, program, pins. What the operator decided (drains) stays.
#pragma once

#include "base/error.h"
#include "control/config/model.h"

namespace guideway::daemon {

// True where there was something; an error where a daemon still runs on the interface.
Result<bool> detach(const config::Config& config);

}  // namespace guideway::daemon
