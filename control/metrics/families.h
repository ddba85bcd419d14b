// Every metric, defined once: its name, type, labels and help, and how its samples come out of a Sample.
// The exposition and the documentation (docs/metrics.md, held to it by a test) follow from this table.
#pragma once

#include <span>
#include <string_view>

#include "control/metrics/sample.h"
#include "control/metrics/writer.h"

namespace guideway::metrics {

struct Family {
  std::string_view name;
  std::string_view type;    // "counter" or "gauge"
  std::string_view labels;  // separated by blanks
  std::string_view help;
  void (*write)(Writer& writer, const Sample& sample);
};

std::span<const Family> families();

}  // namespace guideway::metrics
