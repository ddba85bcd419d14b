// What `guideway status` shows, as JSON: the node, and every service, pool and backend with its state and counters.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "control/daemon/running.h"

namespace guideway::daemon {

nlohmann::ordered_json status(const Running& running);

}  // namespace guideway::daemon
