// Within each pool: weights fit the scale, the table fits the backends, nobody is there twice.
#include <fmt/format.h>

#include <map>

#include "balance/limits.h"
#include "balance/primes.h"
#include "control/config/address.h"
#include "control/config/checks.h"

namespace guideway::config {
namespace {

constexpr std::size_t kGoodSlots = 100;  // slots a backend that keep the shares within a percent or so

void settle_weights(PoolDraft& draft, Report& report) {
  const unsigned scale = draft.pool.weight_scale;
  std::size_t resting = 0;
  for (BackendDraft& b : draft.backends) {
    if (!b.weighted) b.backend.weight = scale;
    if (b.backend.weight == 0) ++resting;
    if (!draft.scaled || b.backend.weight <= scale) continue;
    report.error(b.weight, "weight-above-scale",
                 fmt::format("{} is above the pool's weight_scale, {}", b.backend.weight, scale),
                 "raise weight_scale, on all balancers at once, or lower the weight");
  }
  if (resting > 0 && resting == draft.backends.size())
    report.warning(draft.place, "all-resting", "every backend has weight 0: nobody gets new flows",
                   "give one a weight");
}

void check_table(const PoolDraft& draft, Report& report) {
  const std::size_t backends = draft.backends.size();
  const std::uint32_t size = draft.pool.table_size;
  if (!draft.sized || size >= kGoodSlots * backends) return;
  const std::uint32_t enough = balance::prime_above(static_cast<std::uint32_t>(kGoodSlots * backends) - 1);
  const std::string hint = enough <= balance::kMaxTableSize ? fmt::format("{} is enough", enough) : "split the pool";
  if (size < backends)
    report.error(draft.table_size, "table-too-small", fmt::format("{} slots for {} backends", size, backends), hint);
  else
    report.warning(draft.table_size, "table-small",
                   fmt::format("{} slots for {} backends make uneven shares", size, backends), hint);
}

void check_twice(const PoolDraft& draft, Report& report) {
  std::map<std::string_view, std::size_t> by_name;
  std::map<Address, std::size_t> by_address;
  for (std::size_t i = 0; i < draft.backends.size(); ++i) {
    const BackendDraft& b = draft.backends[i];
    if (b.backend.address.family == Family::none) continue;
    const auto [same_address, new_address] = by_address.emplace(b.backend.address, i);
    if (!new_address) {
      report.error(b.address, "duplicate-address",
                   fmt::format("{} is backends[{}] already", to_text(b.backend.address), same_address->second),
                   "give it once, with the weight of both");
      continue;
    }
    const auto [same_name, new_name] = by_name.emplace(b.backend.name, i);
    if (!new_name)
      report.error(b.name, "duplicate-name",
                   fmt::format("{} is backends[{}] already", quote(b.backend.name), same_name->second),
                   "give each backend a name of its own");
  }
}

}  // namespace

void check_pools(Draft& draft, Report& report) {
  for (PoolDraft& pool : draft.pools) {
    settle_weights(pool, report);
    check_table(pool, report);
    check_twice(pool, report);
  }
}

}  // namespace guideway::config
