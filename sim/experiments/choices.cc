// Balls into bins: how full the fullest bin gets, if each ball looks at one, two or three.
//
// A ball is a word, its bins are its candidates and the emptier takes it, by the arithmetic that balance/choices.h
// runs (core::candidates_of, core::lightest_of) over as many bins as are asked for: a table ends at 65,535 owners.
// Beside each measurement stands what the theory gives: the leading term that is always quoted, and what is known
// more exactly.
#include "balance/choices.h"

#include <algorithm>
#include <cmath>

#include "sim/experiments.h"
#include "sim/support/balls.h"
#include "sim/support/progress.h"
#include "sim/support/random.h"
#include "sim/support/statistics.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

struct Thrown {
  std::uint64_t bins, choices;
  double balls;               // a bin
  std::vector<double> most;   // in the fullest bin, one a trial
  std::vector<double> above;  // mean share of bins with at least 1, 2, ... balls

  double fullest() const { return mean(most); }
  double foretold() const { return leading_term(static_cast<double>(bins), choices); }
  double gap() const { return fullest() - balls; }
};

Thrown throw_all(std::uint64_t bins, std::uint64_t choices, std::uint64_t balls, const Settings& settings) {
  const auto trials = settings.number("trials");
  Thrown thrown{bins, choices, static_cast<double>(balls), {}, {}};
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const auto loads = throw_balls(static_cast<std::uint32_t>(bins), bins * balls, static_cast<std::uint32_t>(choices),
                                   Random(settings.number("seed"), trial));
    thrown.most.push_back(std::ranges::max(loads));
    thrown.above.resize(std::max(thrown.above.size(), static_cast<std::size_t>(thrown.most.back())));
    const double weight = 1 / (static_cast<double>(bins) * static_cast<double>(trials));
    for (const std::uint32_t load : loads)
      for (std::uint32_t i = 0; i < load; ++i) thrown.above[i] += weight;
  }
  return thrown;
}

std::string by_bins(const std::vector<Thrown>& all, std::uint64_t choices, double (*value)(const Thrown&)) {
  std::string text;
  for (const Thrown& thrown : all)
    if (thrown.choices == choices)
      text += (text.empty() ? "" : ", ") + std::to_string(thrown.bins) + ": " + fixed(value(thrown), 2);
  return text;
}

void add_fullest(Report& report, const std::vector<Thrown>& all, std::uint64_t choices) {
  const std::string measured = by_bins(all, choices, [](const Thrown& thrown) { return thrown.fullest(); });
  if (measured.empty()) return;
  const auto difference = [](const Thrown& thrown) { return std::abs(thrown.fullest() - thrown.foretold()); };
  bool near = true;
  for (const Thrown& thrown : all) near = near && (thrown.choices != choices || difference(thrown) < 1.5);
  report.findings.push_back(
      {.claim = choices == 1
                    ? "the fullest of n bins gets (1 + o(1)) ln n / ln ln n: " +
                          by_bins(all, 1, [](const Thrown& thrown) { return thrown.foretold(); })
                    : "with " + std::to_string(choices) + " choices, ln ln n / ln " + std::to_string(choices) +
                          " + O(1): " + by_bins(all, choices, [](const Thrown& thrown) { return thrown.foretold(); }),
       .source = "Azar, Broder, Karlin and Upfal, STOC 1994; SIAM J. Comput. 29, 1999",
       .measured = measured,
       .outcome = near ? Outcome::holds : Outcome::differs,
       .note = choices == 1 ? "o(1) shrinks like ln ln ln n / ln ln n, which at these n is not small: Gonnet's inverse "
                              "of the gamma function (1981) tells the measured numbers"
                            : "the O(1) is below 1.5 at all of these n, and no more than one ball separates the "
                              "smallest n from the largest"});
}

void add_heavy(Report& report, const std::vector<Thrown>& light, const std::vector<Thrown>& heavy) {
  for (const Thrown& loaded : heavy) {
    if (loaded.choices != 2) continue;
    const auto same = std::ranges::find_if(
        light, [&](const Thrown& thrown) { return thrown.choices == 2 && thrown.bins == loaded.bins; });
    const auto one = std::ranges::find_if(heavy, [](const Thrown& thrown) { return thrown.choices == 1; });
    report.findings.push_back(
        {.claim = "with two choices the fullest bin's lead over the average does not grow with the number of balls",
         .source = "Berenbrink, Czumaj, Steger and Vöcking, STOC 2000",
         .measured = std::to_string(loaded.bins) + " bins: " + fixed(same->gap(), 1) +
                     " above the average at 1 ball a bin, " + fixed(loaded.gap(), 1) + " at " + fixed(loaded.balls, 0) +
                     (one == heavy.end() ? std::string() : "; with one choice " + fixed(one->gap(), 1)),
         .outcome = loaded.gap() < same->gap() + 1 ? Outcome::holds : Outcome::differs});
  }
}

// Mitzenmacher's equations foretell the whole distribution, not just its end.
void add_shares(Report& report, const std::vector<Thrown>& all) {
  Grid grid{"share of bins with at least k balls, at the largest n: measured, and by differential equations",
            {{"choices"}, {"k"}, {"measured", 6}, {"foretold", 6}}};
  double furthest = 0;
  const std::uint64_t bins = std::ranges::max(all, {}, &Thrown::bins).bins;
  for (const Thrown& thrown : all) {
    if (thrown.bins != bins) continue;
    const auto foretold = shares_by_equations(static_cast<std::uint32_t>(thrown.choices), thrown.above.size());
    for (std::size_t k = 0; k < thrown.above.size(); ++k) {
      grid.rows.push_back(
          {static_cast<double>(thrown.choices), static_cast<double>(k + 1), thrown.above[k], foretold[k]});
      furthest = std::max(furthest, std::abs(thrown.above[k] - foretold[k]));
    }
  }
  const double noise = 4 / std::sqrt(static_cast<double>(bins));
  report.findings.push_back({.claim = "the share of bins with at least k balls follows s_k' = s_(k-1)^d - s_k^d",
                             .source = "Mitzenmacher, IEEE TPDS 12, 2001",
                             .measured = std::to_string(bins) + " bins: at most " + fixed(furthest, 5) + " apart",
                             .outcome = furthest < noise ? Outcome::holds : Outcome::differs,
                             .note = "chance alone makes some " + fixed(1 / std::sqrt(static_cast<double>(bins)), 4)});
  report.grids.push_back(std::move(grid));
}

Result<Report> measure(const Settings& settings, const Context& context) {
  const auto& bins = settings.numbers("bins");
  const auto& choices = settings.numbers("choices");
  const std::uint64_t heavy_bins = std::ranges::min(bins), heavy = settings.number("heavy");
  Report report;
  Plot plot{"fullest", "Balls in the fullest of n bins, n balls", {"bins", true}, {"balls in the fullest bin"}};
  Grid grid{"balls in the fullest bin, means over the trials",
            {{"bins"},
             {"balls a bin"},
             {"choices"},
             {"fullest", 2},
             {"least", 0},
             {"most", 0},
             {"leading term", 2},
             {"more exactly", 2}}};
  Progress progress(context, (bins.size() + 1) * choices.size());
  std::vector<Thrown> light, loaded;
  const auto add = [&](const Thrown& thrown) {
    const auto [least, most] = std::ranges::minmax(thrown.most);
    const double n = static_cast<double>(thrown.bins);
    const bool known = thrown.balls < 2;
    grid.rows.push_back({n, thrown.balls, static_cast<double>(thrown.choices), thrown.fullest(), least, most,
                         known ? Cell(thrown.foretold()) : "",
                         known ? Cell(foretold_fullest(n, static_cast<std::uint32_t>(thrown.choices))) : ""});
    progress.step();
  };
  for (const std::uint64_t d : choices) {
    Series& series = plot.series.emplace_back(std::to_string(d) + (d == 1 ? " choice" : " choices"));
    for (const std::uint64_t n : bins) {
      add(light.emplace_back(throw_all(n, d, 1, settings)));
      series.points.emplace_back(static_cast<double>(n), light.back().fullest());
    }
    add(loaded.emplace_back(throw_all(heavy_bins, d, heavy, settings)));
  }
  for (const std::uint64_t d : choices) add_fullest(report, light, d);
  add_heavy(report, light, loaded);
  report.grids.push_back(std::move(grid));
  add_shares(report, light);
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace

Experiment choices() {
  return {"choices",
          "how full the fullest bin gets, if each ball goes to the emptier of a few",
          {{"bins", "n, and as many balls", "1000,10000,100000,1000000", 16, 10'000'000, true},
           {"choices", "bins that a ball looks at", "1,2,3", 1, balance::kMostChoices, true},
           {"heavy", "balls a bin, for the smallest n once more", "100", 2, 10'000},
           {"trials", "times each is thrown", "5", 1, 1000},
           kSeed},
          measure};
}

}  // namespace guideway::sim
