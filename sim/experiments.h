// The one list of experiments: the command line, the report of all and the tests go by it. A new one is a file in
// experiments/, a declaration here and a place in the list.
#pragma once

#include <span>

#include "sim/experiment.h"

namespace guideway::sim {

Experiment evenness();
Experiment overprovision();
Experiment disruption();
Experiment ring_skew();
Experiment hot_key();
Experiment choices();
Experiment latency();
Experiment fleet();
Experiment lookup();
Experiment build_cost();
Experiment compare();

// In the order of a report.
std::span<const Experiment> experiments();

}  // namespace guideway::sim
