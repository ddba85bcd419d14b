// Rendezvous hashing: the library against plain loops over the same backends.
#include "balance/rendezvous.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

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

struct Case {
  std::uint32_t backends;
  std::uint32_t weights;  // how many different ones
  std::uint32_t (*plain)(std::span<const Plain>, std::uint64_t);
  const char* against;
  double goal;
};

Row run(const Case& c) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < c.backends; ++i) names.push_back(fmt::format("10.0.{}.{}", i / 256, i % 256));
  std::ranges::sort(names);
  std::vector<balance::Backend> backends;
  std::vector<Plain> plain;
  for (std::uint32_t i = 0; i < c.backends; ++i) {
    backends.push_back({names[i], 1 + i % c.weights});
    plain.push_back({balance::xxh64(names[i], 2), backends.back().weight});
  }
  const auto rendezvous = balance::build_rendezvous(backends);
  const std::uint64_t hashes = 2'000'000 / c.backends;
  for (std::uint64_t i = 0; i < 1000; ++i)
    if (const auto hash = core::mix_nth(1, i); !rendezvous || rendezvous->pick(hash) != c.plain(plain, hash)) {
      fmt::print(stderr, "error[bench.picks-differ]: {} backends of {} weights\n", c.backends, c.weights);
      std::exit(1);
    }
  const auto sum = [&](auto&& pick) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < hashes; ++i) total += pick(core::mix_nth(2, i));
    keep(&total);
  };
  auto row = compare(
      fmt::format("{} backends of {} weight{}", c.backends, c.weights, c.weights == 1 ? "" : "s"), c.against, c.goal,
      31, [&] { sum([&](auto hash) { return rendezvous->pick(hash); }); },
      [&] { sum([&](auto hash) { return c.plain(plain, hash); }); });
  row.unit = "ns";
  row.value *= 1e6 / static_cast<double>(hashes);
  row.baseline *= 1e6 / static_cast<double>(hashes);
  return row;
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
  guideway::bench::report(rows, argc, argv);
}
