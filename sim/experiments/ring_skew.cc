// How uneven a ring is, by the number of points of each backend. Shares are exact (support/ring_shares.h).
#include <algorithm>
#include <cmath>

#include "balance/ring.h"
#include "sim/experiments.h"
#include "sim/support/pool.h"
#include "sim/support/progress.h"
#include "sim/support/ring_shares.h"
#include "sim/support/statistics.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

struct Claim {
  std::uint64_t points;
  double deviation, low, high;  // 99 % of shares lie between low and high
};
constexpr Claim kClaims[] = {{10, 0.315, 0.37, 1.98}, {100, 0.0997, 0.76, 1.28}, {1000, 0.0316, 0.92, 1.09}};

void add_finding(Report& report, std::uint64_t points, const std::vector<double>& shares) {
  for (const Claim& claim : kClaims) {
    if (claim.points != points) continue;
    const double spread = deviation(shares), low = quantile(shares, 0.005), high = quantile(shares, 0.995);
    // Three standard errors: the deviation of n shares is known to 1 / sqrt(2 n) of itself, the ends of the interval to
    // sqrt(0.005 / n) over the density there, which is 4.9 / sqrt(n) deviations; and the claim is rounded.
    const double root = std::sqrt(static_cast<double>(shares.size()));
    const double slack = 14.6 / root * claim.deviation + 0.005;
    const bool holds = std::abs(spread / claim.deviation - 1) <= 3 / (1.4 * root) + 0.005 &&
                       std::abs(low - claim.low) <= slack && std::abs(high - claim.high) <= slack;
    report.findings.push_back(
        {.claim = std::to_string(points) + " points: standard deviation " + percent(claim.deviation) +
                  ", 99 % of shares between " + fixed(claim.low, 2) + " and " + fixed(claim.high, 2) + " of fair",
         .source = "Lamping and Veach, A Fast, Minimal Memory, Consistent Hash Algorithm, 2014",
         .measured = "standard deviation " + percent(spread) + ", " + fixed(low, 2) + " to " + fixed(high, 2),
         .outcome = holds ? Outcome::holds : Outcome::differs});
  }
}

Result<Report> measure(const Settings& settings, const Context& context) {
  Report report;
  Grid grid{
      "shares of the hash space, % of fair",
      {{"points"}, {"deviation", 2}, {"100/sqrt(points)", 2}, {"least", 1}, {"0.5 %", 1}, {"99.5 %", 1}, {"most", 1}}};
  Plot plot{"spread", "Spread of shares on a ring", {"points of each backend", true}, {"% of fair", true}};
  plot.series = {{"standard deviation"}, {"100 / sqrt(points)"}, {"fullest, over fair"}};
  const std::uint64_t draws = settings.number("draws"), backends = settings.number("backends");
  Progress progress(context, settings.numbers("points").size() * draws);
  for (const std::uint64_t points : settings.numbers("points")) {
    std::vector<double> all;
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
      const Pool pool(backends, (settings.number("seed") << 20) + draw);
      const auto ring = balance::build_ring(pool.backends(), {.points = static_cast<std::uint32_t>(points)});
      if (!ring) return std::unexpected(ring.error());
      const auto shares = shares_of(*ring, pool.backends().size());
      all.insert(all.end(), shares.begin(), shares.end());
      progress.step();
    }
    const double spread = 100 * deviation(all), root = 100 / std::sqrt(static_cast<double>(points));
    const double most = 100 * std::ranges::max(all), x = static_cast<double>(points);
    grid.rows.push_back(
        {x, spread, root, 100 * std::ranges::min(all), 100 * quantile(all, 0.005), 100 * quantile(all, 0.995), most});
    plot.series[0].points.emplace_back(x, spread);
    plot.series[1].points.emplace_back(x, root);
    plot.series[2].points.emplace_back(x, most - 100);
    add_finding(report, points, all);
  }
  report.grids.push_back(std::move(grid));
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace

Experiment ring_skew() {
  return {"ring-skew",
          "how uneven a ring is, by the number of points of each backend",
          {{"backends", "how many, of equal weight", "1000", 2, 65535},
           {"points", "of each backend", "1,10,40,100,160,400,1000", 1, 8388608, true},
           {"draws", "rings with other names, taken together", "3", 1, 10000},
           kSeed},
          measure};
}

}  // namespace guideway::sim
