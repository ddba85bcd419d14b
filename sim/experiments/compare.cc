// The table of schemes that every article on load balancing has, with measurements in its cells. All schemes get the
// same backends and the same hashes, and are asked through pick() alone, so that a table, a ring and a contest of draws
// are measured by one yardstick.
#include <algorithm>
#include <cmath>

#include "balance/rendezvous_table.h"
#include "sim/experiments.h"
#include "sim/support/choosers.h"
#include "sim/support/progress.h"
#include "sim/support/statistics.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

struct Measured {
  double lookup, spread, needless, bytes, build, change;
};

// Standard deviation of the shares of the hash space, from a sample: what chance alone makes of the counts is taken
// off.
double spread_of(std::span<const std::uint32_t> picks, std::size_t backends) {
  std::vector<double> counts(backends);
  for (const auto pick : picks) ++counts[pick];
  const double fair = mean(counts), relative = deviation(counts) / fair;
  return std::sqrt(std::max(0.0, relative * relative - 1 / fair));
}

struct Timer {
  const Context& context;
  std::uint64_t rounds;

  template <class Work>
  double operator()(Work&& work) const {
    std::vector<double> times;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const double begin = context.milliseconds();
      work();
      times.push_back(context.milliseconds() - begin);
    }
    return median(times);
  }
};

// Tables of rendezvous are updated when a backend is lost; everything else is built anew.
Result<double> time_of_change(const std::string& way, const Backends& before, const Backends& after, std::uint64_t size,
                              double build, const Timer& time) {
  if (way != "rendezvous-table") return build;
  const auto table = balance::build_rendezvous_table(before, {.size = static_cast<std::uint32_t>(size)});
  if (!table) return std::unexpected(table.error());
  return time([&] { static_cast<void>(table->update(after)); });
}

Result<Measured> measured(const std::string& way, const Settings& settings, const Context& context) {
  const Pool pool(settings.number("backends"), settings.number("seed"));
  const std::uint64_t size = settings.number("size");
  const auto lost = static_cast<std::uint32_t>(pool.backends().size() / 2);
  Backends after = pool.backends();
  after.erase(after.begin() + lost);
  const auto was = chooser(way, pool.backends(), size), is = chooser(way, after, size);
  if (!was || !is) return std::unexpected(was ? is.error() : was.error());

  const auto hashes = random_hashes(settings.number("hashes"), settings.number("seed"));
  const auto before = was->pick_all(hashes), then = is->pick_all(hashes);
  std::uint64_t needless = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i)
    needless += before[i] != lost && before[i] != then[i] + (then[i] >= lost ? 1 : 0);

  const Timer time{context, settings.number("rounds")};
  const auto few = std::span(hashes).first(std::min<std::size_t>(hashes.size(), 20'000));
  std::vector<std::uint32_t> out(few.size());
  const double lookup = time([&] { was->pick(few, out); });
  const double build = time([&] { static_cast<void>(chooser(way, pool.backends(), size)); });
  const auto change = time_of_change(way, pool.backends(), after, size, build, time);
  if (!change) return std::unexpected(change.error());
  return Measured{1e6 * lookup / static_cast<double>(few.size()),
                  spread_of(before, pool.backends().size()),
                  static_cast<double>(needless) / static_cast<double>(hashes.size()),
                  was->bytes,
                  build,
                  *change};
}

Result<Report> measure(const Settings& settings, const Context& context) {
  Grid grid{"schemes, each cell measured",
            {{"scheme"},
             {"lookup, ns", 1},
             {"spread of shares, %", 2},
             {"needless moves, 1 lost, %", 3},
             {"state, KiB", 1},
             {"build, ms", 2},
             {"a change, ms", 2}}};
  Report report;
  Progress progress(context, settings.words("way").size());
  for (const std::string& way : settings.words("way")) {
    const auto cells = measured(way, settings, context);
    if (!cells) return std::unexpected(cells.error());
    grid.rows.push_back({way, cells->lookup, 100 * cells->spread, 100 * cells->needless, cells->bytes / 1024,
                         cells->build, cells->change});
    if (way == "maglev")
      report.findings.push_back(
          {.claim = "evenness matters more than minimal disruption: even shares, at the price of a few needless moves",
           .source = "Eisenbud et al., Maglev, NSDI 2016, 3.4",
           .measured = "shares spread by " + percent(cells->spread, 2) + ", " + percent(cells->needless, 2) +
                       " of hashes move needlessly when one backend is lost",
           .outcome = cells->spread < 0.02 && cells->needless > 0 && cells->needless < 0.05 ? Outcome::holds
                                                                                            : Outcome::differs});
    if (way == "rendezvous" || way == "ring")
      report.findings.push_back(
          {.claim = way + ": no needless moves at all",
           .source = way == "ring" ? "Karger et al., STOC 1997" : "Thaler and Ravishankar, 1998",
           .measured = percent(cells->needless, 3) + " of hashes, shares spread by " + percent(cells->spread, 2),
           .outcome = cells->needless <= 0 ? Outcome::holds : Outcome::differs});
    progress.step();
  }
  report.grids.push_back(std::move(grid));
  const auto backends = static_cast<double>(settings.number("backends"));
  report.notes = {
      "Spread: the standard deviation of shares, over that of chance in a sample of so many hashes; below about " +
          percent(std::sqrt(2 * std::sqrt(2 / backends) * backends / static_cast<double>(settings.number("hashes"))),
                  2) +
          " it cannot be told from none.",
      "State is what lookups read: slots, points of a ring (18 bytes each), leaves of a tree (200), or 16 bytes a "
      "backend.",
      "A change is a rebuild, but for rendezvous-table, which is updated."};
  return report;
}

}  // namespace

Experiment compare() {
  return {"compare",
          "the schemes side by side: cost of a lookup, evenness, disruption, state, work of a change",
          {{"backends", "how many, of equal weight", "1000", 2, 65535},
           {"size", "slots of a table, a prime", "65537", 2, 5000011},
           {"hashes", "that evenness and disruption are measured with", "1000000", 1, 1000000000},
           {"rounds", "of each timing; the median counts", "5", 1, 1000},
           {.name = "way",
            .meaning = "which schemes",
            .standard = "maglev,rendezvous,rendezvous-table,rendezvous-tree,ring,ring-search,ring-table,modulo",
            .list = true,
            .words = kChoosersByHash},
           kSeed},
          measure};
}

}  // namespace guideway::sim
