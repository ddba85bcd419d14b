// What a change of the backends moves that need not have moved.
//
// Each change is made to a pool several times, with other backends each time, and the slots are counted whose owner
// is another afterwards. As many as some backends own less than before had to move; the rest moved needlessly, and
// without a flow table their connections break.
#include <algorithm>

#include "sim/experiments.h"
#include "sim/support/progress.h"
#include "sim/support/random.h"
#include "sim/support/statistics.h"
#include "sim/support/tables.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

struct Change {
  std::string name;
  std::uint32_t count;  // of backends changed
  void (*make)(Backends& before, Backends& after, const std::vector<std::uint32_t>& chosen);
};

void remove(Backends&, Backends& after, const std::vector<std::uint32_t>& chosen) {
  for (const auto i : chosen) after[i].weight = 0;
}
void add(Backends& before, Backends&, const std::vector<std::uint32_t>& chosen) {
  for (const auto i : chosen) before[i].weight = 0;
}
void halve(Backends&, Backends& after, const std::vector<std::uint32_t>& chosen) {
  for (const auto i : chosen) after[i].weight /= 2;
}
// One backend of full weight among backends of a tenth.
void remove_heaviest(Backends& before, Backends& after, const std::vector<std::uint32_t>& chosen) {
  for (auto& backend : before) backend.weight /= 10;
  after = before;
  before[chosen[0]].weight = balance::kDefaultWeightScale;
  after[chosen[0]].weight = 0;
}

struct Shares {
  std::vector<double> moved, unavoidable, needless;  // of all slots, one a trial
};

// `stream` gives each change backends of its own: what is lost and what is added would mirror each other else.
Result<Shares> shares_of(const std::string& policy, std::uint64_t size, const Change& change, std::size_t stream,
                         const Pool& pool, const Settings& settings) {
  Shares shares;
  Random random(settings.number("seed"), stream);
  for (std::uint64_t trial = 0; trial < settings.number("trials"); ++trial) {
    Backends before = pool.backends(), after = pool.backends();
    change.make(before, after, random.sample(change.count, static_cast<std::uint32_t>(before.size())));
    const auto was = build(policy, before, size), is = build(policy, after, size);
    if (!was || !is) return std::unexpected(was ? is.error() : was.error());
    const auto moved = moves(*was, *is);
    shares.moved.push_back(static_cast<double>(moved.moved) / static_cast<double>(size));
    shares.unavoidable.push_back(static_cast<double>(moved.unavoidable) / static_cast<double>(size));
    shares.needless.push_back(static_cast<double>(moved.needless()) / static_cast<double>(size));
  }
  return shares;
}

std::vector<Change> changes(const Settings& settings) {
  std::vector<Change> all;
  for (const auto k : settings.numbers("changed")) {
    const auto count = static_cast<std::uint32_t>(std::min(k, settings.number("backends") - 1));
    all.push_back({std::to_string(count) + " lost", count, remove});
    all.push_back({std::to_string(count) + " added", count, add});
  }
  all.push_back({"1 weight halved", 1, halve});
  all.push_back({"heaviest lost", 1, remove_heaviest});
  return all;
}

// One backend lost, table by table.
struct Lost {
  std::uint64_t size;
  Shares shares;
};

void add_finding(Report& report, const std::string& policy, const std::vector<Lost>& tables) {
  std::string measured = "one lost: ";
  double least_times = 1e9, most_times = 0, needless = 0;
  for (const Lost& lost : tables) {
    const double moved = mean(lost.shares.moved), unavoidable = mean(lost.shares.unavoidable);
    const double times = unavoidable > 0 ? moved / unavoidable : 1;
    measured += (&lost == &tables.front() ? "" : "; ") + percent(moved, 2) + " of " + std::to_string(lost.size) +
                " slots move, " + fixed(times, 1) + " times what had to";
    least_times = std::min(least_times, times);
    most_times = std::max(most_times, times);
    needless = std::max(needless, mean(lost.shares.needless));
  }
  const auto outcome = [](bool holds) { return holds ? Outcome::holds : Outcome::differs; };
  if (policy == "maglev")
    report.findings.push_back({.claim = "maglev: approximately double the keys move that would move on a ring",
                               .source = "Envoy's documentation, Maglev load balancer",
                               .measured = measured,
                               .outcome = outcome(least_times > 1.5 && most_times < 2.5),
                               .note = "there is no one factor: what moves needlessly falls as M/N grows"});
  else if (policy == "modulo")
    report.findings.push_back({.claim = "modulo: nearly everything moves",
                               .source = "Karger et al., STOC 1997",
                               .measured = measured,
                               .outcome = outcome(needless > 0.5)});
  else
    report.findings.push_back({.claim = policy + ": only what the lost backend owned moves",
                               .source = policy == "ring" ? "Karger et al., STOC 1997" : "Thaler and Ravishankar, 1998",
                               .measured = measured,
                               .outcome = outcome(needless <= 0)});
}

Result<Report> measure(const Settings& settings, const Context& context) {
  const Pool pool(settings.number("backends"), settings.number("seed"));
  const auto& sizes = settings.numbers("size");
  Report report;
  Grid grid{"slots whose owner changes, % of all, means over the trials",
            {{"policy"}, {"M"}, {"change"}, {"moved", 3}, {"unavoidable", 3}, {"needless", 3}, {"needless, worst", 3}}};
  Plot plot{"needless",
            "Needless moves when backends are lost (none: not shown)",
            {"backends lost", true},
            {"needless moves, % of slots", true}};
  const auto all = changes(settings);
  Progress progress(context, settings.words("policy").size() * sizes.size() * all.size());
  for (const std::string& policy : settings.words("policy")) {
    std::vector<Lost> tables;
    for (const std::uint64_t size : sizes) {
      Series series{policy + ", " + std::to_string(size)};
      for (std::size_t i = 0; i < all.size(); ++i) {
        const Change& change = all[i];
        const auto shares = shares_of(policy, size, change, i, pool, settings);
        if (!shares) return std::unexpected(shares.error());
        const double needless = 100 * mean(shares->needless);
        grid.rows.push_back({policy, static_cast<double>(size), change.name, 100 * mean(shares->moved),
                             100 * mean(shares->unavoidable), needless, 100 * std::ranges::max(shares->needless)});
        if (change.make == remove && needless > 0) series.points.emplace_back(change.count, needless);
        if (change.make == remove && change.count == 1) tables.push_back({size, *shares});
        progress.step();
      }
      if (!series.points.empty()) plot.series.push_back(std::move(series));
    }
    if (!tables.empty()) add_finding(report, policy, tables);
  }
  report.grids.push_back(std::move(grid));
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace

Experiment disruption() {
  return {"disruption",
          "which slots move when backends come, go or change their weight, and which of them need not",
          {{"backends", "how many, of equal weight", "100", 2, 65535},
           {"size", "slots of a table, primes", "10007,65537,655373", 2, 5000011, true},
           {"changed", "how many come or go at once", "1,2,5,10", 1, 65534, true},
           {"trials", "times each change is made, with other backends", "5", 1, 1000},
           kPolicy,
           kSeed},
          measure};
}

}  // namespace guideway::sim
