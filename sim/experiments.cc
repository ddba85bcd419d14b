#include "sim/experiments.h"

#include <vector>

namespace guideway::sim {

std::span<const Experiment> experiments() {
  static const std::vector<Experiment> all = {evenness(), overprovision(), disruption(), ring_skew(),
                                              hot_key(),  choices(),       latency(),    fleet(),
                                              lookup(),   build_cost(),    compare()};
  return all;
}

}  // namespace guideway::sim
