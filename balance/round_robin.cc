#include "balance/round_robin.h"

#include <numeric>
#include <string>

#include "balance/roster.h"
#include "balance/round_robin/chairmen.h"
#include "balance/table.h"

namespace guideway::balance {

Result<RoundRobin> build_round_robin(std::span<const Backend> backends, const RoundRobinOptions& options) {
  const auto roster = roster_of(backends, kMostBackends<std::uint16_t>);
  if (!roster) return std::unexpected(roster.error());
  std::uint64_t sum = 0;
  std::uint32_t divisor = 0;
  for (const auto i : *roster) {
    sum += backends[i].weight;
    divisor = std::gcd(divisor, backends[i].weight);
  }
  const std::uint64_t period = sum / divisor;
  if (period > kMaxPeriod)
    return std::unexpected(
        bad_input("balance.period-too-long", "these weights repeat only after " + std::to_string(period) + " turns",
                  "at most " + std::to_string(kMaxPeriod) + " are kept: divide the weights by " +
                      std::to_string((period + kMaxPeriod - 1) / kMaxPeriod * divisor) + " or more, and round"));
  std::vector<std::uint32_t> weights;
  weights.reserve(roster->size());
  for (const auto i : *roster) weights.push_back(backends[i].weight / divisor);
  auto turns = chairmen(weights);
  for (auto& turn : turns) turn = static_cast<std::uint16_t>((*roster)[turn]);
  return RoundRobin(std::move(turns), options.first);
}

}  // namespace guideway::balance
