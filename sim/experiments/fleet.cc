// Which connections break when balancers and backends change, alone and at the same moment: the reason for having both
// a consistent table and a flow table. A connection whose backend is lost cannot be saved and does not count; one that
// reaches another backend although its own is up is broken.
//
// Flow tables are finite, and filled before anything changes: --fill is flows to entries. Here they follow the same
// rules as a balancer's (support/flow_table.h), without its clocks and without new connections.
#include <algorithm>
#include <array>
#include <optional>

#include "sim/experiments.h"
#include "sim/support/choosers.h"
#include "sim/support/cluster.h"
#include "sim/support/progress.h"
#include "sim/support/tables.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

constexpr int kRoundsBefore = 2;  // packets that each flow sends before anything changes

enum class Backend : std::uint8_t { stays, lost, added };

struct Event {
  std::string_view name;
  Backend backend;
  bool balancer_lost;
};

constexpr std::array kEvents = {
    Event{"backend lost", Backend::lost, false},
    Event{"backend added", Backend::added, false},
    Event{"balancer lost", Backend::stays, true},
    Event{"backend and balancer lost", Backend::lost, true},
    Event{"backend added, balancer lost", Backend::added, true},
};
using Broken = std::array<double, kEvents.size()>;  // share of flows, by event

// Each flow's backend by the table: with all backends, without the last, without the one that is lost.
struct Choices {
  std::vector<std::uint32_t> all, before_addition, after_loss;
};

constexpr std::size_t kLost = 0;

Result<Choices> choices_of(const std::string& policy, std::uint64_t size, const Settings& settings) {
  const Pool pool(settings.number("backends"), settings.number("seed"));
  const auto hashes = random_hashes(settings.number("flows"), settings.number("seed"));
  const auto choice = [&](std::optional<std::size_t> absent) -> Result<std::vector<std::uint32_t>> {
    Backends backends = pool.backends();
    if (absent) backends[*absent].weight = 0;
    const auto table = build(policy, backends, size);
    if (!table) return std::unexpected(table.error());
    std::vector<std::uint32_t> picks(hashes.size());
    table->pick(hashes, picks);
    return picks;
  };
  auto all = choice({}), without_last = choice(pool.backends().size() - 1), without_lost = choice(kLost);
  if (!all) return std::unexpected(all.error());
  if (!without_last || !without_lost)
    return std::unexpected(without_last ? without_lost.error() : without_last.error());
  return Choices{*std::move(all), *std::move(without_last), *std::move(without_lost)};
}

Broken broken_of(const ClusterShape& shape, const Choices& choices, std::size_t backends) {
  const auto filled = [&](const std::vector<std::uint32_t>& choice) {
    Cluster cluster(shape, choice);
    for (int round = 0; round < kRoundsBefore; ++round) cluster.send(choice, std::vector<bool>(backends, true));
    return cluster;
  };
  const Cluster with_all = filled(choices.all), before_addition = filled(choices.before_addition);
  Broken broken;
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    Cluster cluster = kEvents[i].backend == Backend::added ? before_addition : with_all;
    std::vector<bool> up(backends, true);
    if (kEvents[i].backend == Backend::lost) up[kLost] = false;
    if (kEvents[i].balancer_lost) cluster.lose_balancer();
    cluster.send(kEvents[i].backend == Backend::lost ? choices.after_loss : choices.all, up);
    broken[i] = cluster.broken(up);
  }
  return broken;
}

struct Run {
  std::string policy, table, router;
  std::uint64_t size, fill;
  Broken broken;
};

const Run* find(const std::vector<Run>& runs, std::string_view policy, std::string_view table) {
  const auto at =
      std::ranges::find_if(runs, [&](const Run& run) { return run.policy == policy && run.table == table; });
  return at == runs.end() ? nullptr : &*at;
}

void add_findings(Report& report, const std::vector<Run>& runs) {
  constexpr std::string_view source = "Eisenbud et al., Maglev, NSDI 2016, 3.3";
  const auto* const hashing = find(runs, "maglev", "none");
  const auto* const tracking = find(runs, "modulo", "lru");
  const auto* const both = find(runs, "maglev", "lru");
  if (tracking != nullptr)
    report.findings.push_back(
        {.claim = "connection tracking alone does not do: flows that come to another balancer are unknown there",
         .source = std::string(source),
         .measured = "modulo with a flow table: " + percent(tracking->broken[0]) + " broken when a backend is lost, " +
                     percent(tracking->broken[3]) + " when a balancer is lost with it",
         .outcome = tracking->broken[3] > 10 * tracking->broken[0] ? Outcome::holds : Outcome::differs});
  if (hashing != nullptr)
    report.findings.push_back(
        {.claim = "consistent hashing alone breaks some connections when backends change",
         .source = std::string(source),
         .measured = "maglev without a flow table: " + percent(hashing->broken[0], 2) + " when a backend is lost, " +
                     percent(hashing->broken[1], 2) + " when one is added",
         .outcome = hashing->broken[0] > 0 && hashing->broken[1] > 0 ? Outcome::holds : Outcome::differs});
  if (both != nullptr && hashing != nullptr)
    report.findings.push_back(
        {.claim = "both together: only a change of backends and balancers at once breaks connections, and few",
         .source = std::string(source),
         .measured = "maglev with a flow table: " + percent(both->broken[0], 2) + ", " + percent(both->broken[1], 2) +
                     " and " + percent(both->broken[2], 2) + " when one of them changes alone, " +
                     percent(both->broken[3], 2) + " when a backend and a balancer are lost at once",
         .outcome = both->broken[0] + both->broken[1] + both->broken[2] <= 0 && both->broken[3] <= hashing->broken[3]
                        ? Outcome::holds
                        : Outcome::differs});
}

std::vector<Plot> plots_of(const std::vector<Run>& runs) {
  std::vector<Plot> plots;
  for (const std::size_t event : {0UL, 3UL}) {
    const std::string name(kEvents[event].name);
    Plot& plot = plots.emplace_back(event == 0 ? "backend-lost" : "both-lost",
                                    name + ": connections broken, by fill of the flow table",
                                    Axis{"flows to entries, %"}, Axis{"% of connections", true});
    for (const Run& run : runs) {
      const bool plotted = run.table != "none" && run.router == runs[0].router && run.size == runs[0].size;
      if (!plotted || run.broken[event] <= 0) continue;  // the axis is logarithmic
      const std::string series = run.policy + ", " + run.table;
      const auto at = std::ranges::find(plot.series, series, &Series::name);
      auto& points = (at == plot.series.end() ? plot.series.emplace_back(series) : *at).points;
      points.emplace_back(static_cast<double>(run.fill), 100 * run.broken[event]);
    }
  }
  return plots;
}

Result<Report> measure(const Settings& settings, const Context& context) {
  std::vector<Run> runs;
  const auto flows = static_cast<std::uint32_t>(settings.number("flows"));
  const auto balancers = static_cast<std::uint32_t>(settings.number("balancers"));
  Progress progress(context, settings.words("policy").size() * settings.numbers("size").size() *
                                 settings.words("flow-table").size() * settings.words("router").size());
  for (const std::string& policy : settings.words("policy"))
    for (const std::uint64_t size : settings.numbers("size")) {
      const auto choices = choices_of(policy, size, settings);
      if (!choices) return std::unexpected(choices.error());
      for (const std::string& router : settings.words("router"))
        for (const std::string& table : settings.words("flow-table")) {
          for (const std::uint64_t fill : settings.numbers("fill")) {
            Run run{policy, table, router, size, fill, {}};
            const auto entries = static_cast<std::uint32_t>(std::uint64_t{flows} * 100 / fill / balancers);
            const auto spread = router == "modulo" ? Router::modulo : Router::resilient;
            run.broken = broken_of({flows, balancers, entries, forgetting_of(table), spread, settings.number("seed")},
                                   *choices, settings.number("backends"));
            runs.push_back(std::move(run));
            if (table == "none") break;  // nothing to fill
          }
          progress.step();
        }
    }

  Report report;
  add_findings(report, runs);
  Grid grid{"connections broken, %", {{"policy"}, {"M"}, {"router"}, {"flow table"}, {"fill, %"}}};
  for (const Event& event : kEvents) grid.columns.push_back({std::string(event.name), 3});
  for (const Run& run : runs) {
    auto& row =
        grid.rows.emplace_back(std::vector<Cell>{run.policy, static_cast<double>(run.size), run.router, run.table,
                                                 static_cast<double>(run.table == "none" ? 0 : run.fill)});
    for (const double broken : run.broken) row.emplace_back(100 * broken);
  }
  report.grids.push_back(std::move(grid));
  report.plots = plots_of(runs);
  report.notes.push_back(
      "Findings are of the first M, router and fill given. A flow counts as broken when one packet of it comes to "
      "another backend while its own is up; flows of the lost backend are not counted.");
  return report;
}

}  // namespace

Experiment fleet() {
  return {"fleet",
          "which connections break when backends and balancers change, alone and at once, by policy and flow table",
          {{"flows", "long-lived connections", "20000", 1, 10000000},
           {"balancers", "how many share them", "8", 2, 1000},
           {"backends", "how many, of equal weight", "100", 2, 65535},
           {"size", "slots of a table, primes", "10007,65537", 2, 5000011, true},
           {.name = "router",
            .meaning = "how it spreads flows over balancers",
            .standard = "modulo,resilient",
            .list = true,
            .words = kRouters},
           {.name = "flow-table",
            .meaning = "what makes room in a full one",
            .standard = "none,lru,keep",
            .list = true,
            .words = kFlowTables},
           {"fill", "flows to entries, in percent", "50,100,200", 1, 100000, true},
           {.name = "policy",
            .meaning = "which policies",
            .standard = "maglev,rendezvous,modulo",
            .list = true,
            .words = kPolicies},
           kSeed},
          measure};
}

}  // namespace guideway::sim
