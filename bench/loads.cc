// Choosing by load: nanoseconds a pick and the release of an earlier one, against the plain pick of a table that counts
// nothing. Each backend holds ten on average. One thread: what atomic additions cost without rivals.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "balance/bounded_loads.h"
#include "balance/choices.h"
#include "balance/least_connections.h"
#include "balance/maglev.h"
#include "balance/round_robin.h"
#include "bench/measure.h"
#include "core/hash/mix.h"

namespace guideway::bench {
namespace {

constexpr std::uint64_t kPicks = 100'000;
constexpr std::size_t kRounds = 31;

template <class Built>
Built require(Result<Built> built) {
  if (built) return *std::move(built);
  fmt::print(stderr, "{}\n", to_text(built.error()));
  std::exit(1);
}

// So many picks, each after the release of the one that was made `held` picks ago.
template <class Policy, class Pick>
auto picks_of(Policy& policy, std::size_t held, Pick pick) {
  std::vector<std::uint32_t> ring;
  for (std::uint64_t i = 0; i < held; ++i) ring.push_back(pick(core::mix_nth(1, i)));
  return [&policy, ring, pick]() mutable {
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < kPicks; ++i) {
      policy.release(ring[at]);
      ring[at] = pick(core::mix_nth(2, i));
      if (++at == ring.size()) at = 0;
    }
    keep(ring.data());
  };
}

void run(std::size_t count, std::vector<Row>& rows) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("10.0.{}.{}", i / 256, i % 256));
  const std::vector<balance::Backend> backends(names.begin(), names.end());
  const auto table = require(balance::build_maglev(backends));
  const std::size_t held = 10 * count;

  const auto plain = [&] {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < kPicks; ++i) total += table.pick(core::mix_nth(2, i));
    keep(&total);
  };
  const auto measure = [&](const char* what, auto work) {
    auto row = compare(fmt::format("{} of {}", what, count), "the table's pick", 0, kRounds, work, plain);
    row.unit = "ns";
    row.value *= 1e6 / static_cast<double>(kPicks);
    row.baseline *= 1e6 / static_cast<double>(kPicks);
    rows.push_back(std::move(row));
  };

  for (const std::uint32_t d : {2U, 3U}) {
    auto choices = require(balance::build_choices(table, backends, {.choices = d}));
    measure(d == 2 ? "two choices" : "three choices",
            picks_of(choices, held, [&](std::uint64_t hash) { return choices.pick(hash); }));
  }
  auto bounded = require(balance::build_bounded_loads(table, backends));
  measure("bounded loads, table", picks_of(bounded, held, [&](std::uint64_t hash) { return bounded.pick(hash); }));
  auto on_ring = require(balance::build_bounded_loads(require(balance::build_ring(backends)), backends));
  measure("bounded loads, ring", picks_of(on_ring, held, [&](std::uint64_t hash) { return on_ring.pick(hash); }));
  auto least = require(balance::build_least_connections(backends));
  measure("least connections", picks_of(least, held, [&](std::uint64_t) { return least.pick(); }));
  auto turns = require(balance::build_round_robin(backends));
  measure("round robin", [&] {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < kPicks; ++i) total += turns.pick();
    keep(&total);
  });
}

}  // namespace
}  // namespace guideway::bench

int main(int argc, char** argv) {
  std::vector<guideway::bench::Row> rows;
  for (const std::size_t count : {10U, 100U, 1000U}) guideway::bench::run(count, rows);
  guideway::bench::report(rows, argc, argv);
}
