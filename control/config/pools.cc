// pools: the backends, by the pool's name, and how they are chosen and checked.
#include <fmt/format.h>

#include "balance/limits.h"
#include "balance/primes.h"
#include "control/config/number.h"
#include "control/config/sections.h"
#include "control/config/word.h"

namespace guideway::config {
namespace {

constexpr std::size_t kMostPools = 1024;

constexpr Choice<Policy> kPolicies[] = {{"maglev", Policy::maglev},
                                        {"rendezvous", Policy::rendezvous},
                                        {"ring", Policy::ring},
                                        {"modulo", Policy::modulo},
                                        {"p2c", {}},
                                        {"bounded-loads", {}},
                                        {"round-robin", {}},
                                        {"least-connections", {}}};

bool read_prime(const Value& value, std::uint32_t& out) {
  std::uint32_t size = 0;
  if (!read_number(value, 2, balance::kMaxTableSize, size)) return false;
  if (!balance::is_prime(size)) {  // the bounds are primes, so there is one on either side
    value.error("not-prime", fmt::format("{} is not prime", size),
                fmt::format("nearest: {}, {}", balance::prime_below(size), balance::prime_above(size)));
    return false;
  }
  out = size;
  return true;
}

constexpr Setting<PoolDraft> kPool[] = {
    {{"policy", "maglev", "how slots are given to backends: `maglev`, `rendezvous`, `ring` or `modulo`"},
     [](const Value& value, PoolDraft& draft) { read_choice(value, kPolicies, draft.pool.policy); }},
    {{"table_size", "65537",
      "the slots of the pool's table, a prime up to 5000011, a hundred times the backends or more"},
     [](const Value& value, PoolDraft& draft) {
       draft.table_size = value.place();
       draft.sized = read_prime(value, draft.pool.table_size);
     }},
    {{"weight_scale", "100", "the largest weight, and the weight of who has none of its own; from 1 to 1000"},
     [](const Value& value, PoolDraft& draft) {
       draft.scaled = read_number(value, 1, balance::kMaxWeightScale, draft.pool.weight_scale);
     }},
    {{"panic", "50%", "with fewer than this share of the backends healthy, all are used"},
     [](const Value& value, PoolDraft& draft) { read_percent(value, draft.pool.panic); }},
    {{"health", "a TCP check", "how backends are checked; `none` takes them all for healthy"}, read_health},
    {{"backends", kRequired, "the list of backends"}, read_backends},
};

}  // namespace

void read_pools(const Value& value, Draft& draft) {
  const std::vector<Entry> entries = value.entries();
  if (entries.empty() && (value.is(TreeNode::Kind::map) || value.is(TreeNode::Kind::null)))
    return value.error("no-pools", "no pool is given", "add one: NAME: {backends: [...]}");
  if (entries.size() > kMostPools)
    return value.error("too-many", fmt::format("{} pools", entries.size()), fmt::format("at most {}", kMostPools));
  for (const Entry& entry : entries) {
    check_name(entry.place, entry.key, value.report());
    PoolDraft& pool = draft.pools.emplace_back();
    pool.pool.name = entry.key;
    pool.pool.health.emplace();
    pool.place = pool.table_size = entry.place;
    read_section(entry.value, kPool, pool);
  }
}

void describe_pools(Reference& reference) { reference.push_back(keys_of("pools.NAME", kPool)); }

}  // namespace guideway::config
