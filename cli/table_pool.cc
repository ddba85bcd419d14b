#include "cli/table_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/load_config.h"

namespace guideway::cli {

namespace {

struct NamedWeight {
  std::string name;
  std::optional<std::uint32_t> weight;
};

Error bad_input(const char* code, std::string message, std::string hint) {
  return {code, std::move(message), std::move(hint), Exit::bad_input};
}

std::vector<std::string_view> policy_names() {
  std::vector<std::string_view> names;
  for (const auto policy : balance::kTablePolicies) names.push_back(balance::name_of(policy));
  return names;
}

// A name may hold '=' and ':' itself, so the last '=' counts.
Result<NamedWeight> parse_backend(const std::string& text) {
  const auto equals = text.rfind('=');
  if (text.empty() || equals == 0)
    return std::unexpected(
        bad_input("table.no-name", fmt::format("--backend '{}': no name", text), "write NAME or NAME=WEIGHT"));
  if (equals == std::string::npos) return NamedWeight{text, std::nullopt};
  const char* const begin = text.data() + equals + 1;
  const char* const end = text.data() + text.size();
  std::uint32_t weight = 0;
  const auto [rest, error] = std::from_chars(begin, end, weight);
  if (begin == end || rest != end || error != std::errc{})
    return std::unexpected(bad_input("table.bad-weight",
                                     fmt::format("--backend {}: no weight after the last '='", text),
                                     "write NAME=WEIGHT with a whole number"));
  return NamedWeight{text.substr(0, equals), weight};
}

}  // namespace

Result<TablePool> pool_from_options(const PoolOptions& options) {
  const auto policy = balance::policy_of(options.policy);
  if (!policy)
    return std::unexpected(bad_input("table.bad-policy",
                                     fmt::format("--policy {}: no table is made so", options.policy),
                                     fmt::format("choose {}", fmt::join(policy_names(), ", "))));
  if (options.ring_points && *policy != balance::TablePolicy::ring)
    return std::unexpected(bad_input("table.no-ring", "--points: only a ring has points", "add --policy ring"));
  std::vector<NamedWeight> named;
  std::optional<std::uint32_t> largest;
  for (const auto& text : options.backends) {
    auto backend = parse_backend(text);
    if (!backend) return std::unexpected(backend.error());
    if (backend->weight) largest = std::max({1U, largest.value_or(1), *backend->weight});
    named.push_back(*std::move(backend));
  }
  const auto scale = options.ceiling.value_or(largest.value_or(balance::kDefaultWeightScale));
  TablePool pool{*policy, {options.size, scale}, options.ring_points.value_or(balance::RingOptions{}.points), {}};
  for (auto& [name, weight] : named) pool.backends.emplace_back(std::move(name), weight.value_or(scale));
  return pool;
}

Result<TablePool> pool_from_config(const std::string& file, const std::string& name) {
  const auto config = load_config(file);
  if (!config) return std::unexpected(bad_input("config.bad", file + " is wrong", "see the lines above"));
  std::vector<std::string> names;
  for (const auto& pool : config->pools) names.push_back(pool.name);
  const auto found = name.empty() && names.size() == 1 ? names.begin() : std::ranges::find(names, name);
  if (found == names.end())
    return std::unexpected(bad_input(
        "table.no-such-pool", name.empty() ? "several pools to choose from" : fmt::format("no pool is named {}", name),
        fmt::format("name one with --pool: {}", fmt::join(names, ", "))));
  const auto& chosen = config->pools[static_cast<std::size_t>(found - names.begin())];
  TablePool pool{chosen.policy, {chosen.table_size, chosen.weight_scale}, balance::RingOptions{}.points, {}};
  for (const auto& backend : chosen.backends) pool.backends.emplace_back(backend.name, backend.weight);
  return pool;
}

Result<balance::Table> build(const TablePool& pool) {
  std::vector<balance::Backend> backends;
  for (const auto& [name, weight] : pool.backends) backends.push_back({name, weight});
  if (pool.policy != balance::TablePolicy::ring) return balance::build_table(pool.policy, backends, pool.options);
  return balance::build_ring_table(
      backends,
      {.size = pool.options.size, .ring = {.points = pool.ring_points, .weight_scale = pool.options.weight_scale}});
}

}  // namespace guideway::cli
