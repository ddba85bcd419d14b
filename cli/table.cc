// `guideway table`: who owns which slots of a pool's lookup table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/output.h"
#include "cli/table_output.h"
#include "cli/table_pool.h"
#include "cli/verb.h"

namespace guideway::cli {

namespace {

struct Options {
  PoolOptions pool;
  std::string config, pool_name;
  std::string output;
};

Result<TablePool> pool_of(const Options& options) {
  if (!options.config.empty()) return pool_from_config(options.config, options.pool_name);
  if (options.pool.backends.empty())
    return std::unexpected(Error{"table.no-backends", "no pool to show",
                                 "give --backend for each backend, or --config and --pool", Exit::bad_input});
  auto pool = pool_from_options(options.pool);
  if (pool && pool->options.size / 100 < pool->backends.size())  // the config's check says so itself
    fmt::print(stderr, "warning[table.small]: {} slots for {} backends; shares are even from {} slots on\n",
               pool->options.size, pool->backends.size(), 100 * pool->backends.size());
  return pool;
}

Result<void> table(const Options& options) {
  auto pool = pool_of(options);
  if (!pool) return std::unexpected(pool.error());
  std::ranges::sort(pool->backends);  // the same lines on every balancer, whatever the order in its file
  const auto table = build(*pool);
  if (!table) return std::unexpected(table.error());

  if (options.output == "json")
    write_json(*pool, *table);
  else if (options.output == "slots")
    write_slots(*table);
  else
    write_people(*pool, *table);
  return {};
}

}  // namespace

void add_table(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* const verb = app.add_subcommand("table", "Show a pool's lookup table: who owns which slots");
  auto* const backend = verb->add_option("--backend", options->pool.backends, "a backend, once for each");
  auto* const policy =
      verb->add_option("--policy", options->pool.policy, "how slots are given: maglev, rendezvous, ring or modulo")
          ->capture_default_str();
  auto* const size =
      verb->add_option("--size", options->pool.size, "slots; for maglev, and in a configuration, a prime")
          ->capture_default_str();
  auto* const ceiling =
      verb->add_option("--ceiling", options->pool.ceiling, "the weight scale; by default the largest weight");
  auto* const points = verb->add_option("--points", options->pool.ring_points,
                                        "of a ring: the points of a backend of full weight; by default 160");
  auto* const config = verb->add_option("--config", options->config, "a configuration, instead of these");
  auto* const pool =
      verb->add_option("--pool", options->pool_name, "its pool; may be left out where there is only one");
  verb->add_option("-o,--output", options->output,
                   "table, for people (the default); json; or slots: the owner of each slot, one a line")
      ->check(CLI::IsMember({"table", "json", "slots"}).description(""))
      ->type_name("FORMAT");
  backend->type_name("NAME[=WEIGHT]");
  policy->type_name("POLICY");
  size->type_name("M");
  ceiling->type_name("W");
  points->type_name("V");
  config->type_name("FILE")->excludes(backend)->excludes(policy)->excludes(size)->excludes(ceiling)->excludes(points);
  pool->type_name("NAME")->needs(config);
  verb->callback([options, &exit_code] {
    const auto done = table(*options);
    exit_code = done ? static_cast<int>(Exit::ok) : fail(done.error());
  });
}

}  // namespace guideway::cli
