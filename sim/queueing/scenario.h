// The worlds that balancers are compared in.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/queueing/simulate.h"
#include "sim/support/pool.h"

namespace guideway::sim {

// plain       all requests of one kind, all servers alike: the model of the theory
// slow        one request in ten takes ten times as long on average
// mixed       slow requests, and every second server has half the speed; balancers know, and weigh it
// unweighted  the same, and balancers take all servers for equal
inline constexpr std::string_view kScenarios = "plain slow mixed unweighted";

struct Scenario {
  std::vector<ServerShape> servers;
  Backends backends;  // with the weights that balancers go by; names live as long as the pool
  Traffic traffic;    // without a rate: see at()

  double capacity() const;
  Traffic at(double utilisation) const;  // traffic that keeps all servers busy for that share of the time
};

struct Slowness {
  double share = 0.1;
  double times = 10;
};

// One of kScenarios.
Scenario build_scenario(std::string_view name, const Pool& pool, std::uint32_t workers, Slowness slowness,
                        std::uint64_t requests, std::uint64_t seed);

}  // namespace guideway::sim
