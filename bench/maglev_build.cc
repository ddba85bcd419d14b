// Building Maglev tables: the library against the paper's loop, whole builds from names to slots.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "balance/maglev.h"
#include "balance/maglev/build.h"
#include "bench/maglev_plain.h"
#include "bench/measure.h"

namespace guideway::bench {
namespace {

using balance::Simd;

struct Case {
  std::uint32_t size;
  std::size_t backends;
  bool weighted;  // weights 1 to 100 mixed, else all 100
  Step against;
  Simd simd;
  double goal;
  std::size_t rounds;
};

std::string title(const Case& c) {
  return fmt::format("{} x {}, {}{}", c.size, c.backends, c.weighted ? "weights 1 to 100" : "equal weights",
                     c.simd == Simd::none ? ", no SIMD" : "");
}

Row run(const Case& c) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= c.backends; ++i)
    names.push_back(fmt::format("10.{}.{}.{}", i / 65536, i / 256 % 256, i % 256));
  std::vector<balance::Backend> backends;
  for (std::size_t i = 0; i < c.backends; ++i)
    backends.push_back({names[i], c.weighted ? static_cast<std::uint32_t>(1 + i * 37 % 100) : 100});

  const auto ours = [&] { return balance::build_maglev_with(c.simd, backends, {.size = c.size, .weight_scale = 100}); };
  const auto plain = [&] { return build_plainly(backends, c.size, 100, c.against); };
  const auto table = ours();
  if (!table || table->slots<std::int32_t>() != plain()) {
    fmt::print(stderr, "error[bench.tables-differ]: {}\n", title(c));
    std::exit(1);
  }
  return compare(
      title(c), c.against == Step::add ? "the paper's loop" : "the paper's loop, modulo", c.goal, c.rounds,
      [&] { keep(ours()->visit_slots([](auto slots) { return static_cast<const void*>(slots.data()); })); },
      [&] { keep(plain().data()); });
}

// What a slot takes, against the two bytes that an index of 16 bits would.
Row memory(std::size_t backends) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < backends; ++i) names.push_back(std::to_string(i));
  const std::vector<balance::Backend> list(names.begin(), names.end());
  const auto bytes = static_cast<double>(balance::build_maglev(list)->bytes_per_slot());
  return {fmt::format("a slot, {} backends", backends), "16 bits", "B", bytes, 2, bytes / 2, 1};
}

}  // namespace
}  // namespace guideway::bench

int main(int argc, char** argv) {
  using guideway::balance::Simd;
  using guideway::bench::Step;
  constexpr auto widest = Simd::widest, none = Simd::none;
  std::vector<guideway::bench::Row> rows;
  for (const auto& c : std::initializer_list<guideway::bench::Case>{
           {65537, 1000, false, Step::add, widest, 0.45, 101},
           {65537, 1000, false, Step::modulo, widest, 0.25, 101},
           {65537, 1000, false, Step::add, none, 0.6, 101},
           {65537, 1000, false, Step::modulo, none, 0.33, 101},
           {655373, 1000, false, Step::add, widest, 0.35, 15},
           {1000003, 5000, false, Step::add, widest, 0.35, 15},
           {65537, 1000, true, Step::add, widest, 0.42, 101},
           {655373, 1000, true, Step::add, widest, 0.42, 15},
           {1000003, 5000, true, Step::add, widest, 0.42, 15},
           {65537, 5, false, Step::add, widest, 0, 101},
           {65537, 5, true, Step::add, widest, 0, 101},
           {65537, 50, false, Step::add, widest, 0, 101},
       })
    rows.push_back(run(c));
  for (const std::size_t backends : {256U, 65'535U}) rows.push_back(guideway::bench::memory(backends));
  guideway::bench::report(rows, argc, argv);
}
