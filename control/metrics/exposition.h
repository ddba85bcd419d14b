// The metrics as text, and the text as something an HTTP server serves.
#pragma once

#include <functional>
#include <string>

#include "control/http/server.h"
#include "control/metrics/sample.h"

namespace guideway::metrics {

std::string exposition(const Sample& sample);

// GET /metrics; `sample` is called for each.
http::Service service(std::function<Sample()> sample);

}  // namespace guideway::metrics
