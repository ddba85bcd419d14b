#include "sim/experiments.h"

#include <vector>

namespace guideway::sim {

std::span<const Experiment> experiments() {
  static const std::vector<Experiment> all = {evenness(), disruption(), build_cost()};
  return all;
}

}  // namespace guideway::sim
