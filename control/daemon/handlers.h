// What the API asks of the daemon, answered from what is running.
#pragma once

#include "control/api/handlers.h"
#include "control/daemon/running.h"

namespace guideway::daemon {

api::Handlers handlers(Running& running);

}  // namespace guideway::daemon
