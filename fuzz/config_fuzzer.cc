// Any bytes as a configuration. The loader may refuse them, but by diagnostics that keep their form; and
// what it accepts must hold what the model promises to everybody who reads it without checking again.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <tuple>

#include "balance/limits.h"
#include "balance/primes.h"
#include "control/config/load.h"

namespace guideway::config {
namespace {

void promise(bool held) {
  if (!held) std::abort();
}

void check_form(const Diagnostic& diagnostic) {
  promise(diagnostic.code.starts_with("config.") && !diagnostic.message.empty());
  promise((diagnostic.line == 0) == (diagnostic.column == 0) && diagnostic.line >= 0 && diagnostic.column >= 0);
  for (const char c : to_text(diagnostic)) promise(!(c >= 0 && c < ' ') && c != 0x7f);  // one line, no escapes
  promise(nlohmann::json(diagnostic).dump().size() > 0);  // it throws on what is not UTF-8
}

void check_pool(const Pool& pool) {
  promise(!pool.name.empty() && pool.panic <= 100 && !pool.backends.empty());
  promise(balance::is_prime(pool.table_size) && pool.table_size <= balance::kMaxTableSize);
  promise(pool.weight_scale >= 1 && pool.weight_scale <= balance::kMaxWeightScale);
  promise(pool.backends.size() <= pool.table_size && pool.backends.size() <= config::kMaxBackends);
  std::set<std::string_view> names;
  for (const Backend& backend : pool.backends) {
    promise(backend.address.family != Family::none && backend.weight <= pool.weight_scale);
    promise(!backend.name.empty() && backend.name.size() <= 63 && names.insert(backend.name).second);
  }
  if (!pool.health) return;
  const Health& health = *pool.health;
  promise(health.timeout.count() > 0 && health.timeout <= health.interval && health.rise > 0 && health.fall > 0);
}

void check_model(const Config& config) {
  promise(!config.node.interface.empty() && config.node.source.family == Family::ipv4);
  promise(!config.pools.empty() && !config.services.empty());
  for (const Pool& pool : config.pools) check_pool(pool);
  std::set<std::tuple<Address, Protocol, std::uint16_t>> places;
  for (const Service& service : config.services) {
    promise(service.pool < config.pools.size() && service.vip.family != Family::none);
    promise(places.emplace(service.vip, service.protocol, service.port).second);
    const auto& health = config.pools[service.pool].health;
    if (health) promise(std::visit([](const auto& check) { return check.port != 0; }, health->probe));
  }
}

}  // namespace
}  // namespace guideway::config

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace guideway::config;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto result = load_text(text, "fuzz.yaml", "fuzz");  // fuzz/seed is the seed; fuzz/run.sh runs in the root
  if (result)
    check_model(result->config);
  else
    promise(!result.error().empty());
  for (const Diagnostic& diagnostic : result ? result->warnings : result.error()) check_form(diagnostic);
  return 0;
}
