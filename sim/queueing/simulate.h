// Requests of many independent clients against a farm of servers.
//
// Arrivals are a Poisson stream. Each request has an exponentially distributed amount of work, of mean 1 or, for a
// share of them, of a larger mean. A router deals requests out among balancers at random, as ECMP does with flows; each
// balancer knows what it gave itself and nothing of the others. No network: a request is at its server at once,
// and its balancer hears at once that it is done.
//
// With one seed, arrivals, works and hashes are the same whatever the balancers are, so that policies are compared on
// the very same traffic.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/queueing/balancer.h"
#include "sim/queueing/farm.h"

namespace guideway::sim {

struct Traffic {
  double rate = 1;  // requests in a unit of time
  double slow_share = 0;
  double slowness = 1;  // mean work of a slow request
  std::uint64_t warm_up = 0;
  std::uint64_t requests = 1;  // that count, after the warm-up
  std::uint64_t seed = 1;

  double mean_work() const { return 1 - slow_share + slow_share * slowness; }
};

struct Served {
  std::vector<double> times;  // from arrival to departure, in order of arrival
  double busiest = 0;         // the largest share of its capacity that was asked of a server; above 1 its queue grows
};

Served simulate(const Traffic& traffic, std::span<const ServerShape> servers,
                std::span<const std::unique_ptr<Balancer>> balancers);

}  // namespace guideway::sim
