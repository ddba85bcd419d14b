#include "sim/queueing/simulate.h"

#include <algorithm>
#include <limits>

#include "sim/support/random.h"

namespace guideway::sim {

namespace {

// Work asked of each server since the warm-up.
class Asked {
 public:
  explicit Asked(std::span<const ServerShape> servers) : servers_(servers), work_(servers.size()) {}

  void add(std::uint32_t server, double work) { work_[server] += work; }

  double busiest(double duration) const {
    double most = 0;
    for (std::size_t i = 0; i < work_.size(); ++i) most = std::max(most, work_[i] / servers_[i].capacity());
    return duration > 0 ? most / duration : 0;
  }

 private:
  std::span<const ServerShape> servers_;
  std::vector<double> work_;
};

}  // namespace

Served simulate(const Traffic& traffic, std::span<const ServerShape> servers,
                std::span<const std::unique_ptr<Balancer>> balancers) {
  Random arrivals(traffic.seed, 1), kinds(traffic.seed, 2), works(traffic.seed, 3), ways(traffic.seed, 4),
      hashes(traffic.seed, 5);
  Farm farm(servers);
  Asked asked(servers);
  Served served;
  served.times.resize(traffic.requests);

  const auto depart = [&](double until) {
    while (const auto left = farm.leave(until)) {
      const Request& request = left->request;
      balancers[request.balancer]->release(left->server);
      if (request.number >= traffic.warm_up)
        served.times[request.number - traffic.warm_up] = left->time - request.arrived;
    }
  };

  double now = 0, warm = 0;
  for (std::uint64_t number = 0; number < traffic.warm_up + traffic.requests; ++number) {
    now += arrivals.exponential(1 / traffic.rate);
    if (number == traffic.warm_up) warm = now;
    depart(now);
    const double work = works.exponential(kinds.share() <= traffic.slow_share ? traffic.slowness : 1);
    const std::uint32_t way = ways.below(balancers.size());
    const std::uint32_t server = balancers[way]->pick(hashes.word());
    if (number >= traffic.warm_up) asked.add(server, work);
    farm.arrive(now, server, {number, now, work, way});
  }
  depart(std::numeric_limits<double>::infinity());
  served.busiest = asked.busiest(now - warm);
  return served;
}

}  // namespace guideway::sim
