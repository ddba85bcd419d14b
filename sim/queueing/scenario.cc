#include "sim/queueing/scenario.h"

#include <cstddef>

namespace guideway::sim {

double Scenario::capacity() const {
  double sum = 0;
  for (const ServerShape& server : servers) sum += server.capacity();
  return sum;
}

Traffic Scenario::at(double utilisation) const {
  Traffic made = traffic;
  made.rate = utilisation * capacity() / traffic.mean_work();
  return made;
}

Scenario build_scenario(std::string_view name, const Pool& pool, std::uint32_t workers, Slowness slowness,
                        std::uint64_t requests, std::uint64_t seed) {
  Scenario scenario{{}, pool.backends(), {.warm_up = requests / 4, .requests = requests, .seed = seed}};
  if (name != "plain") {
    scenario.traffic.slow_share = slowness.share;
    scenario.traffic.slowness = slowness.times;
  }
  for (std::size_t i = 0; i < scenario.backends.size(); ++i) {
    const bool half = (name == "mixed" || name == "unweighted") && i % 2 == 1;
    scenario.servers.push_back({half ? 0.5 : 1, workers});
    if (half && name == "mixed") scenario.backends[i].weight /= 2;
  }
  return scenario;
}

}  // namespace guideway::sim
