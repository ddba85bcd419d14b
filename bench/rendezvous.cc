// Rendezvous hashing: the library against plain loops over the same backends.
#include "balance/rendezvous.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "balance/rendezvous_tree.h"
#include "balance/xxh64.h"
#include "bench/measure.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"

namespace guideway::bench {
namespace {

struct Plain {
  std::uint64_t seed;
  std::uint32_t weight;
};

// What anybody would write first: one comparison a backend.
std::uint32_t pick_one_by_one(std::span<const Plain> backends, std::uint64_t hash) {
  core::Draw best{core::rendezvous_draw(hash, backends[0].seed), backends[0].weight};
  std::uint32_t at = 0;
  for (std::uint32_t i = 1; i < backends.size(); ++i) {
    const core::Draw draw{core::rendezvous_draw(hash, backends[i].seed), backends[i].weight};
    if (core::beats(draw, best)) best = draw, at = i;
  }
  return at;
}

// The same for equal weights, with the insight that no logarithm is needed: the largest draw wins.
std::uint32_t pick_largest(std::span<const Plain> backends, std::uint64_t hash) {
  std::uint64_t best = 0;
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < backends.size(); ++i) {
    const auto draw = core::rendezvous_draw(hash, backends[i].seed);
    if (draw > best) best = draw, at = i;
  }
  return at;
}

struct Pool {
  std::vector<std::string> names;
  std::vector<balance::Backend> backends;
  std::vector<Plain> plain;
};

// In order of names, as the plain loops must be.
Pool pool_of(std::uint32_t count, std::uint32_t weights) {
  Pool pool;
  for (std::uint32_t i = 0; i < count; ++i) pool.names.push_back(fmt::format("10.0.{}.{}", i / 256, i % 256));
  std::ranges::sort(pool.names);
  for (std::uint32_t i = 0; i < count; ++i) {
    pool.backends.push_back({pool.names[i], weights == 1 ? 100 : 1 + i % weights});
    pool.plain.push_back({balance::xxh64(pool.names[i], 2), pool.backends.back().weight});
  }
  return pool;
}

// Nanoseconds a pick.
Row compare_picks(std::string what, std::string against, double goal, std::uint64_t hashes, auto&& pick,
                  auto&& baseline) {
  const auto sum = [&](auto&& one) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < hashes; ++i) total += one(core::mix_nth(2, i));
    keep(&total);
  };
  auto row = compare(std::move(what), std::move(against), goal, 31, [&] { sum(pick); }, [&] { sum(baseline); });
  row.unit = "ns";
  row.value *= 1e6 / static_cast<double>(hashes);
  row.baseline *= 1e6 / static_cast<double>(hashes);
  return row;
}

struct Case {
  std::uint32_t backends;
  std::uint32_t weights;  // how many different ones
  std::uint32_t (*plain)(std::span<const Plain>, std::uint64_t);
  const char* against;
  double goal;
};

Row run(const Case& c) {
  const auto pool = pool_of(c.backends, c.weights);
  const auto rendezvous = balance::build_rendezvous(pool.backends);
  for (std::uint64_t i = 0; i < 1000; ++i)
    if (const auto hash = core::mix_nth(1, i); !rendezvous || rendezvous->pick(hash) != c.plain(pool.plain, hash)) {
      fmt::print(stderr, "error[bench.picks-differ]: {} backends of {} weights\n", c.backends, c.weights);
      std::exit(1);
    }
  return compare_picks(
      fmt::format("{} backends of {} weight{}", c.backends, c.weights, c.weights == 1 ? "" : "s"), c.against, c.goal,
      2'000'000 / c.backends, [&](auto hash) { return rendezvous->pick(hash); },
      [&](auto hash) { return c.plain(pool.plain, hash); });
}

// The tree maps otherwise than the flat form: only their times compare.
Row run_tree(std::uint32_t backends, std::uint32_t weights) {
  const auto pool = pool_of(backends, weights);
  const auto tree = balance::build_rendezvous_tree(pool.backends, {.weight_scale = std::max(weights, 100U)});
  const auto flat = balance::build_rendezvous(pool.backends);
  return compare_picks(
      fmt::format("tree of {} backends of {} weight{}", backends, weights, weights == 1 ? "" : "s"), "flat", 0, 20'000,
      [&](auto hash) { return tree->pick(hash); }, [&](auto hash) { return flat->pick(hash); });
}

}  // namespace
}  // namespace guideway::bench

int main(int argc, char** argv) {
  using guideway::bench::pick_largest, guideway::bench::pick_one_by_one;
  std::vector<guideway::bench::Row> rows;
  for (const auto& c : std::initializer_list<guideway::bench::Case>{
           {1000, 1, pick_one_by_one, "one comparison a backend", 0.2},
           {1000, 1, pick_largest, "the largest draw", 0},
           {1000, 10, pick_one_by_one, "one comparison a backend", 0.2},
           {1000, 100, pick_one_by_one, "one comparison a backend", 0.2},
           {1000, 1000, pick_one_by_one, "one comparison a backend", 0},
           {16, 1, pick_one_by_one, "one comparison a backend", 0},
           {16, 16, pick_one_by_one, "one comparison a backend", 0},
       })
    rows.push_back(run(c));
  for (const std::uint32_t backends : {1000U, 10'000U})
    for (const std::uint32_t weights : {1U, 100U}) rows.push_back(guideway::bench::run_tree(backends, weights));
  guideway::bench::report(rows, argc, argv);
}
