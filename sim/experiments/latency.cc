// How long requests take, by how their servers are chosen.
//
// A simulation of queues, not a formula: requests arrive by chance, wait behind others and are served, and balancers
// see only what a balancer sees. Where theory has a formula (all alike, many servers) it stands beside the measurement;
// for slow requests, servers of other speeds and balancers that share nothing it has none.
#include <algorithm>
#include <memory>

#include "sim/experiments.h"
#include "sim/queueing/latency_claims.h"
#include "sim/queueing/scenario.h"
#include "sim/support/progress.h"
#include "sim/support/random.h"
#include "sim/support/statistics.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

// The standard error of the p99, from ten parts of the run taken as independent.
double error_of_p99(const std::vector<double>& times) {
  constexpr std::ptrdiff_t kParts = 10;
  const auto length = static_cast<std::ptrdiff_t>(times.size()) / kParts;
  std::vector<double> parts;
  for (auto begin = times.begin(); times.end() - begin >= length; begin += length)
    parts.push_back(quantile({begin, begin + length}, 0.99));
  return deviation(parts) / 3;  // sqrt(parts - 1)
}

Result<LatencyRow> measure_row(LatencyRow row, const Scenario& scenario, std::uint64_t seed) {
  std::vector<std::unique_ptr<Balancer>> balancers;
  Random seeds(seed, 6);
  for (std::uint64_t i = 0; i < row.balancers; ++i) {
    auto balancer = build_balancer(row.policy, scenario.backends, seeds.word());
    if (!balancer) return std::unexpected(balancer.error());
    balancers.push_back(*std::move(balancer));
  }
  const Served served = simulate(scenario.at(static_cast<double>(row.utilisation) / 100), scenario.servers, balancers);
  row.mean = mean(served.times);
  row.p50 = median(served.times);
  row.p99 = quantile(served.times, 0.99);
  row.error = error_of_p99(served.times);
  row.busiest = 100 * served.busiest;
  return row;
}

Plot by_utilisation(const LatencyRows& rows, const std::string& scenario, std::uint64_t balancers) {
  Plot plot{scenario + "-" + std::to_string(balancers),
            "p99, " + scenario + ", " + std::to_string(balancers) + (balancers == 1 ? " balancer" : " balancers"),
            {"utilisation, %"},
            {"p99, in mean times of a fast request", true}};
  for (const LatencyRow& row : rows) {
    if (row.scenario != scenario || row.balancers != balancers) continue;
    auto series = std::ranges::find(plot.series, row.policy, &Series::name);
    if (series == plot.series.end()) series = plot.series.insert(series, {row.policy});
    series->points.emplace_back(static_cast<double>(row.utilisation), row.p99);
  }
  return plot;
}

Grid grid_of(const LatencyRows& rows) {
  Grid grid{"time of a request; 1 is what a fast one takes on average on an idle server of full speed",
            {{"scenario"},
             {"balancers"},
             {"utilisation, %"},
             {"policy"},
             {"mean", 2},
             {"p50", 2},
             {"p99", 2},
             {"error of p99", 2},
             {"busiest server, %", 1}}};
  for (const LatencyRow& row : rows)
    grid.rows.push_back({row.scenario, static_cast<double>(row.balancers), static_cast<double>(row.utilisation),
                         row.policy, row.mean, row.p50, row.p99, row.error, row.busiest});
  return grid;
}

Result<Report> measure(const Settings& settings, const Context& context) {
  const std::uint64_t seed = settings.number("seed");
  const Pool pool(settings.number("servers"), seed);
  const Slowness slowness{static_cast<double>(settings.number("slow-share")) / 100,
                          static_cast<double>(settings.number("slowness"))};
  const auto& policies = settings.words("policy");
  const auto& utilisations = settings.numbers("utilisation");
  const auto& counts = settings.numbers("balancers");
  Progress progress(context, settings.words("scenario").size() * counts.size() * utilisations.size() * policies.size());
  LatencyRows rows;
  Report report;
  for (const std::string& name : settings.words("scenario")) {
    const Scenario scenario = build_scenario(name, pool, static_cast<std::uint32_t>(settings.number("workers")),
                                             slowness, settings.number("requests"), seed);
    for (const std::uint64_t balancers : counts) {
      for (const std::uint64_t utilisation : utilisations) {
        for (const std::string& policy : policies) {
          auto row = measure_row(
              {.scenario = name, .balancers = balancers, .utilisation = utilisation, .policy = policy}, scenario, seed);
          if (!row) return std::unexpected(row.error());
          rows.push_back(*std::move(row));
          progress.step();
        }
      }
      report.plots.push_back(by_utilisation(rows, name, balancers));
    }
  }
  report.findings = latency_findings(rows, settings.number("workers") == 1);
  report.grids.push_back(grid_of(rows));
  report.notes = {
      "all policies meet the same requests: the same arrivals, work and hashes, after a warm-up of a quarter as many",
      "a server of which more than 100 % is asked has no steady state: its times grow for as long as the run lasts",
      "balancers hear of an end at once, and see only what they gave themselves; there is no network, no retry and no "
      "timeout"};
  return report;
}

}  // namespace

Experiment latency() {
  return {
      "latency",
      "p50 and p99 of requests that queue at servers, by how these are chosen",
      {{"servers", "how many", "100", 2, 1000},
       {"workers", "requests that a server serves at once", "1", 1, 1000},
       {"utilisation", "share of all capacity that is asked for, in percent", "50,70,90", 1, 99, true},
       {"balancers", "that share the traffic and no state", "1,10", 1, 1000, true},
       {"slow-share", "share of slow requests, in percent", "10", 0, 100},
       {"slowness", "work of a slow request, in fast ones", "10", 1, 1000},
       {"requests", "that count, a row", "80000", 1000, 10'000'000},
       {"scenario", "which worlds", "plain,slow,mixed,unweighted", 1, 1, true, kScenarios},
       {"policy", "which policies", "random,ring,bounded-loads,round-robin,two-choices,three-choices,least-connections",
        1, 1, true, kBalancers},
       kSeed},
      measure};
}

}  // namespace guideway::sim
