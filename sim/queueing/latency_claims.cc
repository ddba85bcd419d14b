#include "sim/queueing/latency_claims.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "sim/queueing/theory.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

// The rows of one run, looked at from one side: a scenario and the highest utilisation.
class View {
 public:
  View(const LatencyRows& rows, std::string_view scenario) : rows_(rows), scenario_(scenario) {
    for (const auto& row : rows) {
      few_ = std::min(few_, row.balancers);
      many_ = std::max(many_, row.balancers);
      utilisation_ = std::max(utilisation_, row.utilisation);
    }
  }

  std::uint64_t few() const { return few_; }
  std::uint64_t many() const { return many_; }
  std::string where() const { return std::string(scenario_) + " at " + std::to_string(utilisation_) + " %"; }

  const LatencyRow* row(std::string_view policy, std::uint64_t balancers) const {
    const auto at = std::ranges::find_if(rows_, [&](const LatencyRow& row) {
      return row.scenario == scenario_ && row.policy == policy && row.balancers == balancers &&
             row.utilisation == utilisation_;
    });
    return at == rows_.end() ? nullptr : &*at;
  }

 private:
  const LatencyRows& rows_;
  std::string_view scenario_;
  std::uint64_t few_ = UINT64_MAX, many_ = 0, utilisation_ = 0;
};

std::string p99(const LatencyRow& row) { return row.policy + " " + fixed(row.p99, 1); }

Outcome outcome(bool holds) { return holds ? Outcome::holds : Outcome::differs; }

void add_theory(std::vector<Finding>& findings, const LatencyRows& rows) {
  const struct {
    std::string_view policy;
    std::uint32_t d;
    double tolerance;  // one queue at 90 % scatters by 7 % in 80,000 requests
  } models[] = {{"random", 1, 0.25}, {"two-choices", 2, 0.1}, {"three-choices", 3, 0.1}};
  for (const auto& [policy, d, tolerance] : models) {
    std::string foretold, measured;
    bool holds = true;
    for (const auto& row : rows) {
      if (row.scenario != "plain" || row.policy != policy || row.balancers != 1) continue;
      const double theory = supermarket_time(static_cast<double>(row.utilisation) / 100, d);
      const std::string at = (foretold.empty() ? "" : ", ") + std::to_string(row.utilisation) + " %: ";
      foretold += at + fixed(theory, 2);
      measured += at + fixed(row.mean, 2);
      holds = holds && std::abs(row.mean - theory) < tolerance * theory;
    }
    if (foretold.empty()) continue;
    findings.push_back({.claim = "mean time at " + std::to_string(d) + (d == 1 ? " choice" : " choices") +
                                 " when all are alike: " + foretold,
                        .source = "Mitzenmacher, IEEE TPDS 12, 2001",
                        .measured = measured,
                        .outcome = outcome(holds),
                        .note = "the formula is the limit of many servers and long runs; " + percent(tolerance, 0) +
                                " apart counts as agreement"});
  }
}

void add_one_balancer(std::vector<Finding>& findings, const View& view) {
  const auto *one = view.row("random", 1), *two = view.row("two-choices", 1), *three = view.row("three-choices", 1),
             *all = view.row("least-connections", 1);
  if (two != nullptr && all != nullptr)
    findings.push_back({.claim = "two choices are nearly as good as a look at all servers",
                        .source = "Envoy's documentation, weighted least request",
                        .measured = "p99, " + view.where() + ", one balancer: " + p99(*two) + ", " + p99(*all) + ": " +
                                    fixed(two->p99 / all->p99, 2) + " times",
                        .outcome = outcome(two->p99 < 1.2 * all->p99),
                        .note = "nearly is taken as within a fifth. Two choices queue behind slow requests where an "
                                "idle server is free but not among the two; it grows with utilisation"});
  if (one != nullptr && two != nullptr && three != nullptr)
    findings.push_back(
        {.claim = "the second choice is worth far more than the third",
         .source = "Mitzenmacher, IEEE TPDS 12, 2001",
         .measured = "p99, " + view.where() + ", one balancer: " + p99(*one) + ", " + p99(*two) + ", " + p99(*three),
         .outcome = outcome(one->p99 - two->p99 > 3 * (two->p99 - three->p99))});
}

void add_many_balancers(std::vector<Finding>& findings, const View& view) {
  const auto few = view.few(), many = view.many();
  if (few == many) return;
  const auto *two_few = view.row("two-choices", few), *two_many = view.row("two-choices", many),
             *all_few = view.row("least-connections", few), *all_many = view.row("least-connections", many),
             *random = view.row("random", many);
  const std::string so_many = std::to_string(many) + " balancers";
  const auto both = [](const LatencyRow& a, const LatencyRow& b) { return fixed(a.p99, 1) + " to " + fixed(b.p99, 1); };
  if (two_few != nullptr && two_many != nullptr && all_few != nullptr && all_many != nullptr)
    findings.push_back(
        {.claim = "least connections is best with one balancer; with several it herds, and two choices avoid that",
         .source = "NGINX's blog, The Power of Two Choices, 2018",
         .measured = "p99, " + view.where() + ", from " + std::to_string(few) + " to " + so_many +
                     ": least-connections " + both(*all_few, *all_many) + ", two-choices " + both(*two_few, *two_many),
         .outcome = outcome(all_few->p99 < two_few->p99 && two_many->p99 < all_many->p99),
         .note = "each counts only what it gave itself, and draws among equals by chance, so none herd: both lose most "
                 "of what they know, and the look at all servers still sees more. A herd takes ties that go by the "
                 "order of the list, or loads reported late"});
  if (two_few != nullptr && two_many != nullptr && random != nullptr && random->p99 > two_few->p99) {
    const double kept = (random->p99 - two_many->p99) / (random->p99 - two_few->p99);
    findings.push_back(
        {.claim = "balancers that each count only their own requests keep what two choices give",
         .source = "how Envoy, NGINX and HAProxy count",
         .measured = "p99, " + view.where() + ": random " + fixed(random->p99, 1) + ", two-choices " +
                     both(*two_few, *two_many) + " from " + std::to_string(few) + " to " + so_many + ": " +
                     percent(kept, 0) + " of the gain is kept",
         .outcome = outcome(kept > 0.75),
         .note = "it falls with their number, and the more so the fewer requests a server holds: at 50 % about half "
                 "of the gain is lost (see the rows)"});
  }
}

void add_round_robin(std::vector<Finding>& findings, const View& view) {
  const auto few = view.few(), many = view.many();
  const auto *round = view.row("round-robin", few), *random = view.row("random", few),
             *rounds = view.row("round-robin", many);
  if (round == nullptr || random == nullptr || rounds == nullptr) return;
  findings.push_back(
      {.claim = "of those that know no loads, round robin is best where all servers are alike",
       .source = "Liu and Towsley, J. Appl. Prob. 31, 1994",
       .measured = "p99, " + view.where() + ": " + p99(*random) + ", " + p99(*round) + "; with " +
                   std::to_string(many) + " balancers " + p99(*rounds),
       .outcome = outcome(round->p99 < random->p99),
       .note = "rounds of several balancers fall together by chance, but each still gives a server its share over any "
               "long time: at high utilisation that is what counts, at low utilisation the gain shrinks"});
}

void add_capacities(std::vector<Finding>& findings, const View& blind) {
  const auto *random = blind.row("random", 1), *all = blind.row("least-connections", 1),
             *two = blind.row("two-choices", 1), *round = blind.row("round-robin", 1);
  if (random == nullptr || all == nullptr || two == nullptr || round == nullptr) return;
  findings.push_back(
      {.claim = "who goes by loads adapts to servers whose speed nobody told; who does not overloads the slow ones",
       .source = "common advice",
       .measured = "asked of the busiest server, " + blind.where() + ": round-robin " + fixed(round->busiest, 0) +
                   " %, random " + fixed(random->busiest, 0) + " %, two-choices " + fixed(two->busiest, 0) +
                   " %, least-connections " + fixed(all->busiest, 0) + " %",
       .outcome = outcome(random->busiest > 100 && round->busiest > 100 && all->busiest < 100 && two->busiest < 110),
       .note = "half of the servers have half of the speed; chance alone takes the busiest of many some percent "
               "above the mean"});
}

// A finding of our own: (load + 1) / weight is a poor measure where loads are 0 or 1.
void add_weights(std::vector<Finding>& findings, const LatencyRows& rows) {
  const LatencyRow *told = nullptr, *worst = nullptr;
  for (const auto& row : rows) {
    if (row.scenario != "mixed" || row.policy != "least-connections") continue;
    for (const auto& other : rows) {
      if (other.scenario != "unweighted" || other.policy != row.policy || other.balancers != row.balancers ||
          other.utilisation != row.utilisation)
        continue;
      if (told != nullptr && row.mean / other.mean <= told->mean / worst->mean) continue;
      told = &row;
      worst = &other;
    }
  }
  if (told == nullptr) return;
  findings.push_back(
      {.claim = "least connections does better if it is told capacities as weights",
       .source = "common advice",
       .measured = "at worst (" + std::to_string(told->utilisation) + " %, balancers: " +
                   std::to_string(told->balancers) + ") the mean is " + fixed(told->mean, 1) + " with weights and " +
                   fixed(worst->mean, 1) + " without, the p99 " + fixed(told->p99, 1) + " and " + fixed(worst->p99, 1),
       .outcome = outcome(told->mean <= worst->mean),
       .note =
           "a server of half the weight is asked only once all others hold a request of this balancer: (load + 1) / "
           "weight. Balancers that hold few requests a server leave the slow ones idle, and queue at the fast"});
}

void add_ring(std::vector<Finding>& findings, const View& view) {
  const auto *ring = view.row("ring", 1), *random = view.row("random", 1), *bounded = view.row("bounded-loads", 1);
  if (ring == nullptr || random == nullptr || bounded == nullptr) return;
  findings.push_back({.claim = "a ring's uneven shares cost latency long before all servers are busy, and a bound on "
                               "loads takes that away",
                      .source = "Mirrokni et al., 2016, in its motivation",
                      .measured = "p99, " + view.where() + ": " + p99(*ring) + " (busiest server " +
                                  fixed(ring->busiest, 0) + " %), " + p99(*random) + " (" + fixed(random->busiest, 0) +
                                  " %), " + p99(*bounded) + " (" + fixed(bounded->busiest, 0) + " %)",
                      .outcome = outcome(ring->p99 > random->p99 && bounded->p99 < random->p99)});
}

}  // namespace

std::vector<Finding> latency_findings(const LatencyRows& rows, bool one_worker) {
  std::vector<Finding> findings;
  if (one_worker) add_theory(findings, rows);
  const View plain(rows, "plain"), slow(rows, "slow"), blind(rows, "unweighted");
  add_one_balancer(findings, slow);
  add_many_balancers(findings, slow);
  add_round_robin(findings, plain);
  add_capacities(findings, blind);
  add_weights(findings, rows);
  add_ring(findings, plain);
  return findings;
}

}  // namespace guideway::sim
