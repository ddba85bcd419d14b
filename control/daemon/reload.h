// A new configuration from the file: the same transaction for SIGHUP, the API and the command.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "control/config/diagnostic.h"
#include "control/daemon/running.h"

namespace guideway::daemon {

struct Refused {
  Error error;
  std::vector<config::Diagnostic> diagnostics;  // where the file itself is wrong
};

// The diagnostics are warnings.
std::expected<std::vector<config::Diagnostic>, Refused> reload(Running& running);

}  // namespace guideway::daemon
