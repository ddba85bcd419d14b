// Runs an experiment as `guideway sim` does, but with a clock that ticks a millisecond whenever it is read.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "sim/experiments.h"

namespace guideway::sim {

using Given = std::map<std::string, std::string, std::less<>>;

inline const Experiment& experiment_of(std::string_view name) {
  return *std::ranges::find(experiments(), name, &Experiment::name);
}

inline Context ticking() {
  return {[now = 0.0]() mutable { return now += 1; }, [](double) {}};
}

inline Report measured(std::string_view name, const Given& given) {
  const Experiment& experiment = experiment_of(name);
  const auto settings = settings_of(experiment, given);
  if (!settings) {
    ADD_FAILURE() << to_text(settings.error());
    return {};
  }
  auto report = run(experiment, *settings, ticking());
  if (!report) {
    ADD_FAILURE() << to_text(report.error());
    return {};
  }
  return *std::move(report);
}

// The numbers of a column, in the rows whose first cells are `first`.
inline std::vector<double> column(const Grid& grid, std::string_view name, const std::vector<Cell>& first = {}) {
  const auto at = std::ranges::find(grid.columns, name, &Column::name) - grid.columns.begin();
  std::vector<double> numbers;
  for (const auto& row : grid.rows)
    if (std::ranges::equal(first, row | std::views::take(first.size())))
      numbers.push_back(std::get<double>(row.at(static_cast<std::size_t>(at))));
  return numbers;
}

inline double only(const std::vector<double>& numbers) {
  EXPECT_EQ(numbers.size(), 1U);
  return numbers.empty() ? 0 : numbers.front();
}

}  // namespace guideway::sim
