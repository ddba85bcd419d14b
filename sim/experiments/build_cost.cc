// What building a Maglev table costs: probes of the plain algorithm, and the time this library takes.
//
// The loop below is the algorithm as the paper prints it, counting the slots it looks at. The library finds the same
// table with fewer looks (balance/maglev/), so its cost is told in time.
#include <algorithm>
#include <cmath>

#include "balance/hash.h"
#include "balance/maglev.h"
#include "sim/experiments.h"
#include "sim/support/progress.h"
#include "sim/support/statistics.h"
#include "sim/support/tables.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

struct Walk {
  std::uint64_t next, skip;
};

// Slots looked at until each has an owner.
double count_probes(const Backends& backends, std::uint64_t size) {
  std::vector<std::string_view> names;
  for (const auto& backend : backends) names.push_back(backend.name);
  std::ranges::sort(names);
  std::vector<Walk> walks;
  for (const auto name : names)
    walks.push_back({balance::hash_of(name, 0) % size, balance::hash_of(name, 1) % (size - 1) + 1});
  std::vector<bool> taken(size);
  double probes = 0;
  for (std::uint64_t claimed = 0;;) {
    for (Walk& walk : walks) {
      for (bool found = false; !found; ++probes) {
        found = !taken[walk.next];
        taken[walk.next] = true;
        walk.next += walk.skip;
        if (walk.next >= size) walk.next -= size;
      }
      if (++claimed == size) return probes;
    }
  }
}

struct Cost {
  std::uint64_t backends, size;
  double probes, milliseconds;
  double of_log() const { return probes / (static_cast<double>(size) * std::log(static_cast<double>(size))); }
};

Result<Cost> cost_of(std::uint64_t backends, std::uint64_t size, const Settings& settings, const Context& context) {
  const Pool pool(backends, settings.number("seed"));
  std::vector<double> times;
  for (std::uint64_t round = 0; round < settings.number("rounds"); ++round) {
    const double begin = context.milliseconds();
    const auto table = balance::build_maglev(pool.backends(), {.size = static_cast<std::uint32_t>(size)});
    times.push_back(context.milliseconds() - begin);
    if (!table) return std::unexpected(table.error());
  }
  return Cost{backends, size, count_probes(pool.backends(), size), median(times)};
}

void add_findings(Report& report, const std::vector<Cost>& costs) {
  const auto [least, most] = std::ranges::minmax(costs, {}, &Cost::of_log);
  report.findings.push_back(
      {.claim = "filling takes O(M log M) steps on average, O(M^2) at worst",
       .source = "Eisenbud et al., Maglev, NSDI 2016, 3.4",
       .measured = "between " + fixed(least.of_log(), 2) + " and " + fixed(most.of_log(), 2) + " times M ln M",
       .outcome = most.of_log() < 1.5 ? Outcome::holds : Outcome::differs});
  const auto find = [&](std::uint64_t size) {
    return std::ranges::find_if(costs, [&](const Cost& cost) { return cost.backends == 1000 && cost.size == size; });
  };
  const auto small = find(65537), large = find(655373);
  if (small == costs.end() || large == costs.end() || small->milliseconds <= 0) return;
  const double times = large->milliseconds / small->milliseconds;
  report.findings.push_back(
      {.claim = "1,000 backends: 1.8 ms for 65537 slots and 22.9 ms for 655373, 12.7 times as long",
       .source = "Eisenbud et al., Maglev, NSDI 2016, 5.3",
       .measured = fixed(small->milliseconds, 2) + " ms and " + fixed(large->milliseconds, 2) + " ms, " +
                   fixed(times, 1) + " times as long",
       .outcome = Outcome::measured,
       .note = "milliseconds of another machine and another way of filling; the table is the same"});
}

Result<Report> measure(const Settings& settings, const Context& context) {
  std::vector<Cost> costs;
  Plot plot{"probes", "Probes of the plain loop", {"backends", true}, {"probes / (M ln M)"}};
  Plot times{"time", "Time of this library to build a table", {"backends", true}, {"ms", true}};
  Grid grid{"cost of a table",
            {{"N"}, {"M"}, {"probes"}, {"probes a slot", 2}, {"probes/(M ln M)", 3}, {"ms", 3}, {"ns a slot", 1}}};
  Progress progress(context, settings.numbers("backends").size() * settings.numbers("size").size());
  for (const std::uint64_t size : settings.numbers("size")) {
    Series& series = plot.series.emplace_back("M = " + std::to_string(size));
    Series& time = times.series.emplace_back("M = " + std::to_string(size));
    for (const std::uint64_t backends : settings.numbers("backends")) {
      progress.step();
      if (backends > size) continue;
      const auto cost = cost_of(backends, size, settings, context);
      if (!cost) return std::unexpected(cost.error());
      const double n = static_cast<double>(backends), m = static_cast<double>(size);
      grid.rows.push_back(
          {n, m, cost->probes, cost->probes / m, cost->of_log(), cost->milliseconds, 1e6 * cost->milliseconds / m});
      series.points.emplace_back(n, cost->of_log());
      time.points.emplace_back(n, cost->milliseconds);
      costs.push_back(*cost);
    }
  }
  if (costs.empty())
    return std::unexpected(Error{"balance.too-many-backends", "every table has fewer slots than backends",
                                 "give a larger --size or fewer --backends", Exit::bad_input});
  Report report;
  add_findings(report, costs);
  report.grids.push_back(std::move(grid));
  report.plots = {std::move(plot), std::move(times)};
  return report;
}

}  // namespace

Experiment build_cost() {
  return {"build",
          "what a Maglev table costs to build: probes against M log M, and milliseconds",
          {{"backends", "how many", "10,100,1000,5000", 1, 65535, true},
           {"size", "slots of a table, primes", "5003,65537,655373", 3, 5000011, true},
           {"rounds", "times each table is built; the median counts", "5", 1, 1000},
           kSeed},
          measure};
}

}  // namespace guideway::sim
