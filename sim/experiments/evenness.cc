// How evenly tables share out their slots.
//
// The Maglev paper asks for M > 100 N and promises a difference of at most 1 % then. Its own default,
// 65537 slots, is less than 100 times the 1,000 backends that it evaluates with, so both sizes are measured.
#include <algorithm>
#include <cmath>

#include "sim/experiments.h"
#include "sim/support/progress.h"
#include "sim/support/tables.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

struct Counted {
  std::string policy;
  std::uint64_t size;
  std::vector<std::uint32_t> counts;  // in ascending order

  double fair() const { return static_cast<double>(size) / static_cast<double>(counts.size()); }
  double spread() const { return static_cast<double>(counts.back()) / counts.front() - 1; }
};

Finding maglev_finding(const Counted& counted) {
  const auto low = static_cast<std::uint64_t>(std::floor(counted.fair()));
  const auto high = static_cast<std::uint64_t>(std::ceil(counted.fair()));
  const bool within = counted.counts.front() >= low && counted.counts.back() <= high;
  const bool large = counted.fair() >= 100;
  return {
      .claim = "maglev, " + std::to_string(counted.size) + " slots: backends differ by one slot at most" +
               (large ? ", and as M >= 100 N by 1 % at most" : ""),
      .source = "Eisenbud et al., Maglev, NSDI 2016, 3.4",
      .measured = std::to_string(counted.counts.front()) + " to " + std::to_string(counted.counts.back()) + " slots, " +
                  percent(counted.spread(), 2) + " between the least and the most",
      .outcome = within && (!large || 100 * (counted.counts.back() - counted.counts.front()) <= counted.counts.front())
                     ? Outcome::holds
                     : Outcome::differs,
      .note = large ? "" : "one slot of " + fixed(counted.fair(), 1) + " is more than 1 %: that takes M >= 100 N"};
}

Result<Report> measure(const Settings& settings, const Context& context) {
  const Pool pool(settings.number("backends"), settings.number("seed"));
  Report report;
  Grid grid{"slots of a backend",
            {{"policy"}, {"M"}, {"M/N", 1}, {"least"}, {"most"}, {"most/least - 1, %", 2}, {"most/fair - 1, %", 2}}};
  Plot plot{"shares",
            "Share of each backend, in order, at the first M",
            {"backends, from the smallest share"},
            {"share, 1 is fair"}};
  Progress progress(context, settings.words("policy").size() * settings.numbers("size").size());
  for (const std::uint64_t size : settings.numbers("size")) {
    for (const std::string& policy : settings.words("policy")) {
      const auto table = build(policy, pool.backends(), size);
      if (!table) return std::unexpected(table.error());
      Counted counted{policy, size, table->counts()};
      std::ranges::sort(counted.counts);
      const double least = counted.counts.front(), most = counted.counts.back();
      grid.rows.push_back({policy, static_cast<double>(size), counted.fair(), least, most, 100 * counted.spread(),
                           100 * (most / counted.fair() - 1)});
      if (policy == "maglev") report.findings.push_back(maglev_finding(counted));
      if (size == settings.numbers("size").front()) {
        Series& series = plot.series.emplace_back(policy);
        for (const double count : counted.counts)
          series.points.emplace_back(static_cast<double>(series.points.size()), count / counted.fair());
      }
      progress.step();
    }
  }
  report.grids.push_back(std::move(grid));
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace

Experiment evenness() {
  return {"evenness",
          "how many slots each backend owns, against its fair share",
          {{"backends", "how many, of equal weight", "1000", 1, 65535},
           {"size", "slots of a table, primes", "65537,100003,655373", 2, 5000011, true},
           kPolicy,
           kSeed},
          measure};
}

}  // namespace guideway::sim
