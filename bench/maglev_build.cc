// Building Maglev tables: the library against the paper's loop, whole builds from names to slots.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "balance/maglev.h"
#include "bench/maglev_plain.h"
#include "bench/measure.h"

namespace guideway::bench {
namespace {

struct Case {
  std::uint32_t size;
  std::size_t backends;
  bool weighted;  // weights 1 to 100 mixed, else all 100
  Step against;
  double goal;
  std::size_t rounds;
};

Row run(const Case& c) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= c.backends; ++i) names.push_back(fmt::format("10.0.{}.{}", i / 256, i % 256));
  std::vector<balance::Backend> backends;
  for (std::size_t i = 0; i < c.backends; ++i)
    backends.push_back({names[i], c.weighted ? static_cast<std::uint32_t>(1 + i * 37 % 100) : 100});

  const auto ours = [&] { return balance::build_maglev(backends, {.size = c.size, .weight_scale = 100}); };
  const auto plain = [&] { return build_plainly(backends, c.size, 100, c.against); };
  const auto table = ours();
  if (!table || table->slots<std::int32_t>() != plain()) {
    fmt::print(stderr, "error[bench.tables-differ]: {} slots, {} backends\n", c.size, c.backends);
    std::exit(1);
  }
  return compare(
      fmt::format("{} x {}, {}", c.size, c.backends, c.weighted ? "weights 1 to 100" : "equal weights"),
      c.against == Step::add ? "the paper's loop" : "the paper's loop, modulo", c.goal, c.rounds,
      [&] { keep(ours()->visit_slots([](auto slots) { return static_cast<const void*>(slots.data()); })); },
      [&] { keep(plain().data()); });
}

}  // namespace
}  // namespace guideway::bench

int main(int argc, char** argv) {
  using guideway::bench::Step;
  std::vector<guideway::bench::Row> rows;
  for (const auto& c : std::initializer_list<guideway::bench::Case>{
           {65537, 1000, false, Step::add, 0.45, 101},
           {65537, 1000, false, Step::modulo, 0, 101},
           {655373, 1000, false, Step::add, 0.35, 15},
           {65537, 1000, true, Step::add, 0.42, 101},
           {655373, 1000, true, Step::add, 0.42, 15},
           {65537, 5, false, Step::add, 0, 101},
           {65537, 50, false, Step::add, 0, 101},
       })
    rows.push_back(run(c));
  guideway::bench::report(rows, argc, argv);
}
