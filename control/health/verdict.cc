#include "control/health/verdict.h"

#include <fmt/format.h>

namespace guideway::health {
namespace {

using core::BackendState;

bool is_candidate(const Member& member) { return !member.drained && member.weight > 0; }

BackendState use(const Member& member, bool panic) {
  if (member.state == State::unhealthy && !panic) return BackendState::down;
  return is_candidate(member) ? BackendState::up : BackendState::draining;
}

}  // namespace

Verdict decide(std::span<const Member> members, unsigned panic) {
  Verdict verdict;
  for (const Member& member : members) {
    if (!is_candidate(member)) continue;
    ++verdict.candidates;
    verdict.weight += member.weight;
    if (member.state == State::unhealthy) continue;
    ++verdict.healthy;
    verdict.healthy_weight += member.weight;
  }
  verdict.panic = verdict.healthy_weight * 100 < verdict.weight * panic;
  verdict.uses.reserve(members.size());
  for (const Member& member : members) verdict.uses.push_back(use(member, verdict.panic));
  return verdict;
}

std::string to_text(const Verdict& verdict, std::string_view pool, unsigned panic) {
  if (verdict.candidates == 0) return fmt::format("pool {}: every backend is drained: new flows are dropped", pool);
  const std::uint64_t percent = verdict.healthy_weight * 100 / verdict.weight;
  const std::string consequence = verdict.panic          ? fmt::format("using all {}", verdict.candidates)
                                  : verdict.healthy == 0 ? "new flows are dropped"
                                                         : fmt::format("using {}", verdict.healthy);
  return fmt::format("pool {}: {} of {} backends healthy ({} % of the weight, panic below {} %): {}", pool,
                     verdict.healthy, verdict.candidates, percent, panic, consequence);
}

}  // namespace guideway::health
