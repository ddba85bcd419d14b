// The daemon, from its first step to its last.
#pragma once

#include <string>

#include "base/error.h"
#include "control/config/model.h"

namespace guideway::daemon {

// Runs until SIGTERM or SIGINT, which withdraw this node's VIPs and leave the program attached. SIGHUP
// reloads `file`. `config` is what `file` held.
Result<void> run(const std::string& file, config::Config config);

}  // namespace guideway::daemon
