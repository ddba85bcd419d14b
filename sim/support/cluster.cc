#include "sim/support/cluster.h"

#include "core/hash/mix.h"

namespace guideway::sim {

Cluster::Cluster(const ClusterShape& shape, const std::vector<std::uint32_t>& choice)
    : shape_(shape),
      tables_(shape.balancers, FlowTable(shape.forgetting, shape.flows, shape.entries)),
      home_(choice),
      strayed_(shape.flows),
      random_(shape.seed, 2) {}

std::uint32_t Cluster::balancer_of(std::uint32_t flow) const {
  const auto balancers = static_cast<std::uint32_t>(tables_.size());
  const std::uint64_t hash = core::mix_nth(~shape_.seed, flow);
  if (shape_.router == Router::modulo) return static_cast<std::uint32_t>(hash % balancers);
  const auto first = static_cast<std::uint32_t>(hash % shape_.balancers);
  return first < balancers ? first : static_cast<std::uint32_t>(core::mix(hash) % balancers);
}

void Cluster::send(const std::vector<std::uint32_t>& choice, const std::vector<bool>& up) {
  for (const std::uint32_t flow : random_.sample(shape_.flows, shape_.flows)) {
    FlowTable& table = tables_[balancer_of(flow)];
    const auto known = table.find(flow);
    const auto backend = known && up[*known] ? *known : choice[flow];
    if (backend != known) table.put(flow, backend);
    if (backend != home_[flow]) strayed_[flow] = true;
  }
}

void Cluster::lose_balancer() { tables_.pop_back(); }

double Cluster::broken(const std::vector<bool>& up) const {
  std::uint32_t broken = 0;
  for (std::uint32_t flow = 0; flow < shape_.flows; ++flow) broken += strayed_[flow] && up[home_[flow]];
  return static_cast<double>(broken) / shape_.flows;
}

}  // namespace guideway::sim
