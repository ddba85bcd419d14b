// What a scrape of the metrics sees.
#pragma once

#include "control/daemon/running.h"
#include "control/metrics/sample.h"

namespace guideway::daemon {

metrics::Sample sample(const Running& running);

}  // namespace guideway::daemon
