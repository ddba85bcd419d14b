// A router, balancers behind it and long-lived flows through both: which flows reach another backend than the one they
// began with, when backends or balancers change. Each balancer has the same table and a flow table of its own; the
// router spreads flows by their hash, and knows nothing of them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/support/flow_table.h"
#include "sim/support/random.h"

namespace guideway::sim {

// How the router finds a flow's balancer: modulo moves most flows when the number of balancers changes; resilient moves
// only those of the balancer that is gone.
enum class Router : std::uint8_t { modulo, resilient };

inline constexpr std::string_view kRouters = "modulo resilient";

struct ClusterShape {
  std::uint32_t flows;
  std::uint32_t balancers;
  std::uint32_t entries;  // of each balancer's flow table
  Forgetting forgetting;
  Router router;
  std::uint64_t seed;
};

class Cluster {
 public:
  // `choice` is each flow's backend by the table, and stays alive.
  Cluster(const ClusterShape& shape, const std::vector<std::uint32_t>& choice);

  // Every flow sends a packet, in random order. A packet takes the backend that its balancer remembers and is up, or
  // else the table's choice, which is remembered then.
  void send(const std::vector<std::uint32_t>& choice, const std::vector<bool>& up);

  void lose_balancer();

  // Of all flows: those that have reached another backend although their own is up.
  double broken(const std::vector<bool>& up) const;

 private:
  std::uint32_t balancer_of(std::uint32_t flow) const;

  ClusterShape shape_;
  std::vector<FlowTable> tables_;    // by balancer; the last is lost first
  std::vector<std::uint32_t> home_;  // by flow: the backend it began with
  std::vector<bool> strayed_;        // by flow
  Random random_;
};

}  // namespace guideway::sim
