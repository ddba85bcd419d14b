#include "sim/queueing/balancer.h"

#include <utility>

#include "balance/bounded_loads.h"
#include "balance/choices.h"
#include "balance/least_connections.h"
#include "balance/maglev.h"
#include "balance/ring.h"
#include "balance/round_robin.h"

namespace guideway::sim {

namespace {

// A policy goes by the hash or by a sequence of its own, and counts loads or does not.
template <class Policy>
class Adapter final : public Balancer {
 public:
  explicit Adapter(Policy policy) : policy_(std::move(policy)) {}

  std::uint32_t pick([[maybe_unused]] std::uint64_t hash) override {
    if constexpr (requires(Policy p) { p.pick(hash); })
      return policy_.pick(hash);
    else
      return policy_.pick();
  }
  void release([[maybe_unused]] std::uint32_t backend) override {
    if constexpr (requires(Policy p) { p.release(backend); }) policy_.release(backend);
  }

 private:
  Policy policy_;
};

template <class Policy>
Result<std::unique_ptr<Balancer>> adapt(Result<Policy> policy) {
  if (!policy) return std::unexpected(std::move(policy).error());
  return std::make_unique<Adapter<Policy>>(*std::move(policy));
}

}  // namespace

Result<std::unique_ptr<Balancer>> build_balancer(std::string_view policy, const Backends& backends,
                                                 std::uint64_t seed) {
  if (policy == "least-connections") return adapt(balance::build_least_connections(backends, {.seed = seed}));
  if (policy == "round-robin") return adapt(balance::build_round_robin(backends, {.first = seed >> 32}));
  if (policy == "ring") return adapt(balance::build_ring(backends));
  auto table = balance::build_maglev(backends);
  if (!table || policy == "random") return adapt(std::move(table));
  if (policy == "bounded-loads") return adapt(balance::build_bounded_loads(*std::move(table), backends));
  return adapt(balance::build_choices(*std::move(table), backends, {.choices = policy == "three-choices" ? 3U : 2U}));
}

}  // namespace guideway::sim
