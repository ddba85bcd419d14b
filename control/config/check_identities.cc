// Backends across pools. Who a backend is, to the flow table and to health checks, is its name and address
// together, and there are 16 bits for all of them.
#include <fmt/format.h>

#include <map>
#include <set>

#include "control/config/checks.h"

namespace guideway::config {

namespace {

struct Holder {
  std::string_view pool;  // the first
  std::set<Address> addresses;
};

}  // namespace

void check_identities(const Draft& draft, Report& report) {
  std::map<std::string_view, Holder> by_name;
  std::size_t count = 0;
  for (const PoolDraft& pool : draft.pools)
    for (const BackendDraft& b : pool.backends) {
      if (b.backend.address.family == Family::none) continue;
      Holder& holder = by_name.try_emplace(b.backend.name, Holder{pool.pool.name, {}}).first->second;
      if (!holder.addresses.insert(b.backend.address).second) continue;
      ++count;
      if (holder.addresses.size() > 1 && holder.pool != pool.pool.name)
        report.warning(b.name, "name-reused",
                       fmt::format("{} has another address in pool {}: two backends, and one name in every listing",
                                   quote(b.backend.name), holder.pool),
                       "give each its own name");
    }
  if (count > kMaxBackends)
    report.error(draft.pools.front().place, "too-many", fmt::format("{} backends in all pools together", count),
                 fmt::format("at most {}", kMaxBackends));
}

}  // namespace guideway::config
