// One key that many ask for, and what becomes of the backend that it hashes to.
//
// Ring and table alone, with bounds, and choices among candidates of the key or drawn anew, all under the same
// requests (support/churn.h).
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "balance/bounded_loads.h"
#include "balance/choices.h"
#include "balance/maglev.h"
#include "balance/ring.h"
#include "sim/experiments.h"
#include "sim/support/churn.h"
#include "sim/support/pool.h"
#include "sim/support/progress.h"
#include "sim/support/random.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

template <class Circle>
Seen watch_plain(const World& world, std::string policy, const Circle& circle) {
  const auto home = [&](std::uint64_t hash) { return circle.pick(hash); };
  return watch(
      world, {.policy = std::move(policy)},
      [&](std::uint64_t hash, std::uint64_t) { return balance::BoundedLoads::Placement{circle.pick(hash), 0}; },
      [](std::uint32_t) {}, home);
}

template <class Circle>
Result<Seen> watch_bounded(const World& world, std::string policy, const Circle& circle, const Pool& pool,
                           std::uint64_t epsilon) {
  auto bounded =
      balance::build_bounded_loads(circle, pool.backends(), {.epsilon_percent = static_cast<std::uint32_t>(epsilon)});
  if (!bounded) return std::unexpected(std::move(bounded).error());
  return watch(
      world, {.policy = std::move(policy), .epsilon = static_cast<double>(epsilon)},
      [&](std::uint64_t hash, std::uint64_t) { return bounded->place(hash); },
      [&](std::uint32_t backend) { bounded->release(backend); }, [&](std::uint64_t hash) { return circle.pick(hash); });
}

// Candidates of the key, or of a word of the request's own.
Result<Seen> watch_choices(const World& world, std::string policy, const balance::Table& table, const Pool& pool,
                           std::uint32_t count, bool of_key) {
  auto choices = balance::build_choices(table, pool.backends(), {.choices = count});
  if (!choices) return std::unexpected(std::move(choices).error());
  const std::uint64_t words = Random(world.seed, 5).word();
  return watch(
      world, {.policy = std::move(policy)},
      [&](std::uint64_t hash, std::uint64_t number) {
        return balance::BoundedLoads::Placement{choices->pick(of_key ? hash : core::mix_nth(words, number)), 0};
      },
      [&](std::uint32_t backend) { choices->release(backend); }, [&](std::uint64_t hash) { return table.pick(hash); });
}

// What a backend may hold of `held` for each on average, as balance/bounded_loads.h counts.
double cap(const Seen& seen, double held) { return std::ceil((100 + seen.epsilon) * held / 100); }

void add_unbounded(Report& report, const Seen& seen, const World& world, double mean) {
  const double ratio = seen.most / mean, all = world.hot * static_cast<double>(world.backends);
  const std::string measured = "the fullest backend holds " + fixed(ratio, 2) +
                               " times the average, and the hot key is on " + fixed(seen.hot_on, 0) +
                               (seen.hot_on > 1 ? " backends" : " backend");
  if (seen.policy == "ring")
    report.findings.push_back(
        {.claim = "consistent hashing alone puts all of a hot key on one backend, however many there are",
         .source = "Mirrokni, Thorup and Zadimoghaddam, 2016",
         .measured = measured,
         .outcome = seen.hot_on == 1 && ratio > all ? Outcome::holds : Outcome::differs,
         .note = "the hot key alone is " + fixed(all, 1) + " times the average"});
  if (seen.policy == "2 choices of the key")
    report.findings.push_back({.claim = "two choices keep the fullest backend near the average",
                               .source = "Mitzenmacher, IEEE TPDS 12, 2001",
                               .measured = measured,
                               .outcome = ratio < 1.25 ? Outcome::holds : Outcome::differs,
                               .note = "the theorem lets every request draw anew. Candidates fixed by the key, as "
                                       "balancers need them to agree, cut a hot key in two and no further"});
  if (seen.policy == "2 choices at random")
    report.findings.push_back(
        {.claim = "two choices drawn anew for every request keep the fullest backend near the average",
         .source = "Mitzenmacher, IEEE TPDS 12, 2001",
         .measured =
             measured + "; " + percent(seen.home_share(), 1) + " of the other keys' requests meet their own backend",
         .outcome = ratio < 1.25 ? Outcome::holds : Outcome::differs,
         .note = "and no key has a home, so that a cache behind each backend would hold everything"});
}

void add_bounded(Report& report, const std::vector<Seen>& all, double mean) {
  std::string caps, passed, home;
  bool kept = true, falls = true;
  const Seen* before = nullptr;
  for (const Seen& seen : all) {
    if (seen.epsilon <= 0) continue;
    kept = kept && seen.most <= cap(seen, mean);
    if (seen.policy != "bounded ring") continue;
    const std::string at = (passed.empty() ? "" : ", ") + fixed(seen.epsilon, 0) + " %: ";
    caps += at + fixed(seen.most / mean, 2);
    passed += at + fixed(seen.passed_by_other(), 2) + " and " + fixed(seen.passed_by_hot(), 1);
    home += at + percent(seen.home_share(), 1);
    falls = falls && (before == nullptr ||
                      (seen.epsilon > before->epsilon) == (seen.passed_by_other() < before->passed_by_other()));
    before = &seen;
  }
  if (before == nullptr) return;
  report.findings.push_back({.claim = "no backend ever holds more than ceil((1 + epsilon) m / n)",
                             .source = "Mirrokni, Thorup and Zadimoghaddam, 2016; HAProxy's hash-balance-factor",
                             .measured = "the fullest of a ring, in averages, by epsilon: " + caps,
                             .outcome = kept ? Outcome::holds : Outcome::differs,
                             .note = "and so over a Maglev table: see the rows"});
  report.findings.push_back(
      {.claim = "a lower bound probes more backends",
       .source = "Envoy's documentation, hash_balance_factor",
       .measured = "full points passed by a request of another key, and of the hot one: " + passed,
       .outcome = falls ? Outcome::holds : Outcome::differs,
       .note = "the paper's O(1 / epsilon^2) is for keys that hash anywhere; a hot key passes "
               "every backend that it has filled"});
  report.findings.push_back({.claim = "going on along the ring keeps as much locality as the bound allows",
                             .source = "Rodland (Vimeo), bounded loads for HAProxy, 2016",
                             .measured = "requests of other keys that met their own backend: " + home,
                             .outcome = Outcome::measured,
                             .note = "the backends that the hot key fills turn their other keys away as well"});
}

Grid grid_of(const std::vector<Seen>& all, double mean) {
  Grid grid{"requests held by the fullest backend at any moment, and where keys went",
            {{"policy"},
             {"epsilon, %"},
             {"fullest/mean", 3},
             {"cap/mean", 3},
             {"hot key on"},
             {"hot, most on one/mean", 2},
             {"others at home, %", 1},
             {"passed, others", 3},
             {"passed, hot", 2}}};
  for (const Seen& seen : all) {
    const bool bounded = seen.epsilon > 0;
    grid.rows.push_back({seen.policy, bounded ? Cell(seen.epsilon) : "", seen.most / mean,
                         bounded ? Cell(cap(seen, mean) / mean) : "", seen.hot_on, seen.hot_most / mean,
                         100 * seen.home_share(), seen.passed_by_other(), seen.passed_by_hot()});
  }
  return grid;
}

Result<Report> measure(const Settings& settings, const Context& context) {
  const World world{settings.number("backends"), settings.number("backends") * settings.number("held"),
                    settings.number("requests"), settings.number("seed"),
                    static_cast<double>(settings.number("hot")) / 100};
  const Pool pool(world.backends, world.seed);
  const auto ring = balance::build_ring(pool.backends());
  const auto table = balance::build_maglev(pool.backends());
  if (!ring || !table) return std::unexpected(ring ? table.error() : ring.error());
  const auto& epsilons = settings.numbers("epsilon");
  Progress progress(context, 5 + 2 * epsilons.size());
  std::vector<Seen> all;
  std::optional<Error> failed;
  const auto keep = [&](Result<Seen> seen) {
    progress.step();
    if (seen)
      all.push_back(*std::move(seen));
    else
      failed = std::move(seen).error();
  };
  keep(watch_plain(world, "ring", *ring));
  keep(watch_plain(world, "maglev", *table));
  keep(watch_choices(world, "2 choices of the key", *table, pool, 2, true));
  keep(watch_choices(world, "3 choices of the key", *table, pool, 3, true));
  keep(watch_choices(world, "2 choices at random", *table, pool, 2, false));
  for (const std::uint64_t epsilon : epsilons) keep(watch_bounded(world, "bounded ring", *ring, pool, epsilon));
  for (const std::uint64_t epsilon : epsilons) keep(watch_bounded(world, "bounded maglev", *table, pool, epsilon));
  if (failed) return std::unexpected(*std::move(failed));

  const double mean = static_cast<double>(settings.number("held"));
  Report report;
  for (const Seen& seen : all)
    if (world.hot > 0) add_unbounded(report, seen, world, mean);
  add_bounded(report, all, mean);
  report.grids.push_back(grid_of(all, mean));
  Plot plot{"fullest", "The fullest backend, by the bound", {"epsilon, %", true}, {"fullest / mean"}};
  for (const Seen& seen : all) {
    if (seen.epsilon <= 0) continue;
    if (plot.series.empty() || plot.series.back().name != seen.policy) plot.series.push_back({seen.policy});
    plot.series.back().points.emplace_back(seen.epsilon, seen.most / mean);
  }
  report.plots.push_back(std::move(plot));
  return report;
}

}  // namespace

Experiment hot_key() {
  return {"hot-key",
          "how much one popular key loads its backend: a ring alone, bounded loads, two and three choices",
          {{"backends", "how many, of equal weight", "100", 2, 10'000},
           {"held", "requests held at a time, for each backend on average", "100", 1, 10'000},
           {"hot", "share of requests with the hot key, in percent", "30", 0, 100},
           {"epsilon", "how far above its share a backend may be, in percent", "5,10,25,50,100", 1, 1000, true},
           {"requests", "to watch, after as many as are held", "100000", 1, 100'000'000},
           kSeed},
          measure};
}

}  // namespace guideway::sim
