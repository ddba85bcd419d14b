#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "balance/maglev.h"
#include "base/error.h"
#include "cli/table_output.h"
#include "cli/verb.h"

namespace guideway::cli {

namespace {

struct Options {
  std::vector<std::string> backends;
  std::uint32_t size = balance::MaglevOptions{}.size;
  std::optional<std::uint32_t> ceiling;
  std::string output;
};

struct NamedWeight {
  std::string name;
  std::optional<std::uint32_t> weight;
};

// NAME[=WEIGHT]; a name may hold '=' and ':' itself, so the last '=' counts.
Result<NamedWeight> parse_backend(const std::string& text) {
  const auto equals = text.rfind('=');
  if (text.empty() || equals == 0)
    return std::unexpected(Error{"table.no-name", fmt::format("--backend '{}': no name", text),
                                 "write NAME or NAME=WEIGHT", Exit::bad_input});
  if (equals == std::string::npos) return NamedWeight{text, std::nullopt};
  const char* const begin = text.data() + equals + 1;
  const char* const end = text.data() + text.size();
  std::uint32_t weight = 0;
  const auto [rest, error] = std::from_chars(begin, end, weight);
  if (begin == end || rest != end || error != std::errc{})
    return std::unexpected(Error{"table.bad-weight", fmt::format("--backend {}: no weight after the last '='", text),
                                 "write NAME=WEIGHT with a whole number", Exit::bad_input});
  return NamedWeight{text.substr(0, equals), weight};
}

// As in a config file, a weight not given is the scale; the scale not given is the largest weight.
Result<Pool> pool_from_options(const Options& options) {
  std::vector<NamedWeight> named;
  std::optional<std::uint32_t> largest;
  for (const auto& text : options.backends) {
    auto backend = parse_backend(text);
    if (!backend) return std::unexpected(backend.error());
    if (backend->weight) largest = std::max({1U, largest.value_or(1), *backend->weight});
    named.push_back(*std::move(backend));
  }
  Pool pool{{options.size, options.ceiling.value_or(largest.value_or(balance::kDefaultWeightScale))}, {}};
  for (auto& [name, weight] : named)
    pool.backends.emplace_back(std::move(name), weight.value_or(pool.options.weight_scale));
  return pool;
}

Result<void> table(const Options& options) {
  auto pool = pool_from_options(options);
  if (!pool) return std::unexpected(pool.error());
  std::ranges::sort(pool->backends);  // the same lines on every balancer, whatever the order in its file
  std::vector<balance::Backend> backends;
  for (const auto& [name, weight] : pool->backends) backends.push_back({name, weight});
  const auto table = balance::build_maglev(backends, pool->options);
  if (!table) return std::unexpected(table.error());

  if (pool->options.size / 100 < backends.size())
    fmt::print(stderr, "warning[table.small]: {} slots for {} backends; shares are even from {} slots on\n",
               pool->options.size, backends.size(), 100 * backends.size());
  const auto write = options.output == "json" ? write_json : options.output == "slots" ? write_slots : write_people;
  write(*pool, *table);
  return {};
}

}  // namespace

void add_table(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* const verb = app.add_subcommand("table", "Show a pool's lookup table: who owns which slots");
  verb->add_option("--backend", options->backends, "A backend, once for each")->type_name("NAME[=WEIGHT]")->required();
  verb->add_option("--size", options->size, "Slots, a prime")->type_name("M")->capture_default_str();
  verb->add_option("--ceiling", options->ceiling, "The weight scale; by default the largest weight")->type_name("W");
  verb->add_option("-o,--output", options->output, "json, or slots: the owner of each slot, one a line")
      ->check(CLI::IsMember({"json", "slots"}));
  verb->callback([options, &exit_code] {
    const auto done = table(*options);
    if (!done) fmt::print(stderr, "{}\n", to_text(done.error()));
    exit_code = static_cast<int>(done ? Exit::ok : done.error().exit);
  });
}

}  // namespace guideway::cli
