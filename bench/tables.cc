// Building the tables of all policies, against Maglev's of the same size. For information: no policy is chosen for
// how fast its table is built.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "balance/policies.h"
#include "bench/measure.h"

namespace guideway::bench {
namespace {

using balance::TablePolicy;

Row run(TablePolicy policy, std::uint32_t size, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("10.0.{}.{}", i / 256, i % 256));
  const std::vector<balance::Backend> backends(names.begin(), names.end());
  const auto build = [&](TablePolicy which) {
    const auto table = balance::build_table(which, backends, {.size = size});
    keep(&*table);
  };
  return compare(
      fmt::format("{}, {} x {}", name_of(policy), size, count), "maglev", 0, 9, [&] { build(policy); },
      [&] { build(TablePolicy::maglev); });
}

}  // namespace
}  // namespace guideway::bench

int main(int argc, char** argv) {
  guideway::bench::keep_memory();
  std::vector<guideway::bench::Row> rows;
  for (const auto policy : guideway::balance::kTablePolicies) {
    if (policy == guideway::balance::TablePolicy::maglev) continue;
    for (const std::size_t backends : {10U, 100U, 1000U}) rows.push_back(guideway::bench::run(policy, 65537, backends));
    rows.push_back(guideway::bench::run(policy, 655373, 1000));
  }
  guideway::bench::report(rows, argc, argv);
}
