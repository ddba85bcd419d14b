// Finding on a ring: the index of buckets against the textbook's binary search, and building it.
#include "balance/ring.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ranges>
#include <string>
#include <vector>

#include "balance/xxh64.h"
#include "bench/measure.h"
#include "core/hash/mix.h"

namespace guideway::bench {
namespace {

constexpr std::uint64_t kHashes = 200'000;

struct Point {
  std::uint64_t position;
  std::uint32_t owner;
};

// What anybody would write first.
std::vector<Point> sort_points(const std::vector<balance::Backend>& backends) {
  std::vector<Point> points;
  for (std::uint32_t i = 0; i < backends.size(); ++i)
    for (std::uint64_t j = 0; j < balance::RingOptions{}.points; ++j)
      points.push_back({core::mix_nth(balance::xxh64(backends[i].name, 3), j), i});
  std::ranges::sort(points, {}, &Point::position);
  return points;
}

void require(bool same, std::size_t backends) {
  if (same) return;
  fmt::print(stderr, "error[bench.rings-differ]: {} backends\n", backends);
  std::exit(1);
}

void build_and_keep(const std::vector<balance::Backend>& backends) {
  const auto ring = balance::build_ring(backends);
  keep(&*ring);
}

struct Case {
  std::size_t backends;
  double pick_goal, build_goal;
};

void run(const Case& c, std::vector<Row>& rows) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < c.backends; ++i) names.push_back(fmt::format("10.0.{}.{}", i / 256, i % 256));
  const std::vector<balance::Backend> backends(names.begin(), names.end());
  const auto ring = balance::build_ring(backends);
  const auto points = sort_points(backends);
  require(ring && std::ranges::equal(points, std::views::iota(0U, ring->size()), {}, &Point::position,
                                     [&](auto i) { return ring->position(i); }),
          c.backends);

  const auto sum = [&](auto&& pick) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < kHashes; ++i) total += pick(core::mix_nth(2, i));
    return total;
  };
  const auto by_index = [&] { return sum([&](auto hash) { return ring->pick(hash); }); };
  const auto by_search = [&] { return sum([&](auto hash) { return ring->pick_by_search(hash); }); };
  require(by_index() == by_search(), c.backends);
  const auto timed = [](auto&& work) {
    return [&work] {
      const auto total = work();
      keep(&total);
    };
  };
  auto row = compare(fmt::format("pick among {} points", ring->size()), "binary search", c.pick_goal, 31,
                     timed(by_index), timed(by_search));
  row.unit = "ns";
  row.value *= 1e6 / static_cast<double>(kHashes);
  row.baseline *= 1e6 / static_cast<double>(kHashes);
  rows.push_back(row);
  rows.push_back(compare(
      fmt::format("build {} points", ring->size()), "std::sort", c.build_goal, 31, [&] { build_and_keep(backends); },
      [&] { keep(sort_points(backends).data()); }));
}

}  // namespace
}  // namespace guideway::bench

int main(int argc, char** argv) {
  guideway::bench::keep_memory();
  std::vector<guideway::bench::Row> rows;
  for (const auto& c : std::initializer_list<guideway::bench::Case>{
           {10, 0.2, 0}, {100, 0.2, 0.2}, {1000, 0.25, 0.25}, {10'000, 0.2, 0}})
    guideway::bench::run(c, rows);
  guideway::bench::report(rows, argc, argv);
}
