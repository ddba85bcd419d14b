#include "bench/measure.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace guideway::bench {

void keep_memory() {
  constexpr int kAll = std::numeric_limits<int>::max();
  mallopt(M_MMAP_THRESHOLD, kAll);
  mallopt(M_TRIM_THRESHOLD, kAll);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

void report(const std::vector<Row>& rows, int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (std::ranges::any_of(arguments, [](std::string_view argument) { return argument == "--json"; })) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const auto& row : rows)
      json.push_back({{"what", row.what},
                      {"against", row.against},
                      {"unit", row.unit},
                      {"value", row.value},
                      {"baseline", row.baseline},
                      {"ratio", row.ratio},
                      {"goal", row.goal > 0 ? nlohmann::ordered_json(row.goal) : nlohmann::ordered_json()}});
    fmt::print("{}\n", nlohmann::ordered_json{{"rows", json}}.dump(2));
    return;
  }
  for (const auto& row : rows)
    fmt::print("{:<44} {:>9.3f} {}   {:<28} {:>9.3f} {}   ratio {:.3f}\n", row.what, row.value, row.unit, row.against,
               row.baseline, row.unit, row.ratio);
}

}  // namespace guideway::bench
