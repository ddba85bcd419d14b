// What one choice costs, by the way of choosing and the number of backends. Hashes are random, and many lookups are
// timed at once: the figure is what a busy balancer pays, with the table or ring as hot as it keeps itself.
#include <algorithm>

#include "sim/experiments.h"
#include "sim/support/choosers.h"
#include "sim/support/progress.h"
#include "sim/support/statistics.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

struct Timed {
  std::string way;
  std::uint64_t backends;
  double nanoseconds;
};

double nanoseconds_of(const Chooser& chooser, std::span<const std::uint64_t> hashes, std::uint64_t rounds,
                      const Context& context) {
  std::vector<std::uint32_t> out(hashes.size());
  std::vector<double> times;
  chooser.pick(hashes, out);  // to warm the caches
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const double begin = context.milliseconds();
    chooser.pick(hashes, out);
    times.push_back(context.milliseconds() - begin);
  }
  return 1e6 * median(times) / static_cast<double>(hashes.size());
}

// How many times longer with the most backends than with the fewest; 0 where the clock stands still.
double growth(const std::vector<Timed>& timed, std::string_view way) {
  double first = 0, last = 0;
  for (const Timed& one : timed)
    if (one.way == way) (first <= 0 ? first : last) = one.nanoseconds;
  return first > 0 ? last / first : 0;
}

void add_findings(Report& report, const std::vector<Timed>& timed, double more) {
  const struct {
    std::string_view way, claim, source;
    double at_most;  // growth, for `more` times the backends
    std::string_view otherwise;
  } claims[] = {
      {"maglev", "maglev: one read, whatever the number of backends", "Eisenbud et al., Maglev, NSDI 2016, 3.4", 3,
       "the table has left a cache"},
      {"ring-search", "ring: O(log N) by binary search", "Karger et al., STOC 1997", 4,
       "comparisons grow as log N, less than twice here; the rest is memory: the points have left the caches"},
      {"rendezvous", "rendezvous: O(N), a draw for each backend", "Thaler and Ravishankar, 1998", more * 1.5, ""},
      {"least-connections", "least connections: O(N), every counter is read", "balance/least_connections.h", more * 3,
       "the counters have left a cache"},
  };
  for (const auto& claim : claims) {
    const double grown = growth(timed, claim.way);
    if (grown > 0)
      report.findings.push_back(
          {.claim = std::string(claim.claim),
           .source = std::string(claim.source),
           .measured = fixed(grown, 1) + " times as long for " + fixed(more, 0) + " times the backends",
           .outcome = grown <= claim.at_most ? Outcome::holds : Outcome::differs,
           .note = std::string(grown <= claim.at_most ? "" : claim.otherwise)});
  }
}

void add_envoys_finding(Report& report, const std::vector<Timed>& timed, std::uint64_t backends) {
  const auto of = [&](std::string_view way) {
    const auto at =
        std::ranges::find_if(timed, [&](const Timed& one) { return one.way == way && one.backends == backends; });
    return at == timed.end() ? 0 : at->nanoseconds;
  };
  const double maglev = of("maglev"), search = of("ring-search"), ring = of("ring");
  if (maglev <= 0 || search <= 0 || ring <= 0) return;
  report.findings.push_back(
      {.claim = "maglev selects about 5 times as fast as a large ring (256K entries)",
       .source = "Envoy's documentation, Maglev load balancer",
       .measured = "with " + std::to_string(backends) + " backends of 160 points: " + fixed(search / maglev, 1) +
                   " times as fast as binary search, " + fixed(ring / maglev, 1) + " times as a bucket index",
       .outcome = search / maglev >= 3 && search / maglev <= 8 ? Outcome::holds : Outcome::differs,
       .note =
           "these are bare lookups, many under way at once, where Envoy timed the whole choice of a host; and a ring "
           "need not be searched"});
}

Result<Report> measure(const Settings& settings, const Context& context) {
  const auto hashes = random_hashes(settings.number("lookups"), settings.number("seed"));
  const auto& numbers = settings.numbers("backends");
  std::vector<Timed> timed;
  Grid grid{"ns a lookup", {{"way"}}};
  for (const auto backends : numbers) grid.columns.push_back({"N=" + std::to_string(backends), 1});
  Plot plot{"time", "Time of a lookup", {"backends", true}, {"ns", true}};
  Progress progress(context, settings.words("way").size() * numbers.size());
  for (const std::string& way : settings.words("way")) {
    std::vector<Cell> row = {way};
    Series series{way};
    for (const auto backends : numbers) {
      const Pool pool(backends, settings.number("seed"));
      const auto built = chooser(way, pool.backends(), settings.number("size"));
      if (!built) return std::unexpected(built.error());
      timed.push_back({way, backends, nanoseconds_of(*built, hashes, settings.number("rounds"), context)});
      row.emplace_back(timed.back().nanoseconds);
      series.points.emplace_back(static_cast<double>(backends), timed.back().nanoseconds);
      progress.step();
    }
    grid.rows.push_back(std::move(row));
    plot.series.push_back(std::move(series));
  }
  Report report;
  if (numbers.size() > 1)
    add_findings(report, timed, static_cast<double>(numbers.back()) / static_cast<double>(numbers.front()));
  add_envoys_finding(report, timed,
                     std::ranges::find(numbers, 1000U) != numbers.end() ? 1000 : std::ranges::max(numbers));
  report.grids.push_back(std::move(grid));
  report.plots.push_back(std::move(plot));
  report.notes.push_back(
      "Lookups do not wait for each other, so their reads overlap: the inverse of a rate, not the time that one "
      "takes.");
  report.notes.push_back("Ways that count loads release each pick at once, which is part of their time.");
  return report;
}

}  // namespace

Experiment lookup() {
  return {"lookup",
          "what one choice costs, by the way of choosing and the number of backends",
          {{"backends", "how many, in ascending order", "10,100,1000,5000", 1, 65535, true},
           {"size", "slots of a table, a prime", "65537", 2, 5000011},
           {"lookups", "timed at once", "20000", 1, 100000000},
           {"rounds", "of them; the median counts", "5", 1, 1000},
           {.name = "way",
            .meaning = "of choosing",
            .standard = "maglev,maglev-batch,rendezvous,rendezvous-tree,ring,ring-search,bounded-loads,choices,least-"
                        "connections,round-robin",
            .list = true,
            .words = kChoosers},
           kSeed},
          measure};
}

}  // namespace guideway::sim
