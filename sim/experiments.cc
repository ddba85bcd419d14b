#include "sim/experiments.h"

#include <vector>

namespace guideway::sim {

std::span<const Experiment> experiments() {
  static const std::vector<Experiment> all = {evenness(), overprovision(), ring_skew(),  disruption(),
                                              fleet(),    lookup(),        build_cost(), compare()};
  return all;
}

}  // namespace guideway::sim
