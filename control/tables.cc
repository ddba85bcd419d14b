#include "control/tables.h"

#include <fmt/format.h>

#include "balance/policies.h"

namespace guideway::control {
namespace {

std::string key_of(const config::Pool& pool, const std::vector<balance::Backend>& backends) {
  std::string key = fmt::format("{} {} {}", balance::name_of(pool.policy), pool.table_size, pool.weight_scale);
  for (const balance::Backend& backend : backends) key += fmt::format("\n{} {}", backend.name, backend.weight);
  return key;
}

}  // namespace

Result<std::shared_ptr<const BuiltTable>> Tables::get(const config::Pool& pool,
                                                      const std::vector<std::uint32_t>& used) {
  std::vector<balance::Backend> backends;
  std::uint64_t weight = 0;
  for (const std::uint32_t index : used) {
    backends.push_back({pool.backends[index].name, pool.backends[index].weight});
    weight += pool.backends[index].weight;
  }
  if (weight == 0) return nullptr;

  auto& entry = built_[key_of(pool, backends)];
  if (!entry) {
    auto table =
        balance::build_table(pool.policy, backends, {.size = pool.table_size, .weight_scale = pool.weight_scale});
    if (!table) return std::unexpected(table.error());
    entry = std::make_shared<const BuiltTable>(table->slots<std::uint16_t>(), table->counts(),
                                               balance::digest_text(table->digest()));
  }
  return entry;
}

void Tables::trim() {
  std::erase_if(built_, [](const auto& entry) { return entry.second.use_count() <= 1; });
}

}  // namespace guideway::control
