// An experiment run by name, with small parameters and no clock.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "sim/experiments.h"

namespace guideway::sim {

inline Report small_run(std::string_view name, const std::map<std::string, std::string, std::less<>>& given) {
  const auto experiment = std::ranges::find(experiments(), name, &Experiment::name);
  if (experiment == experiments().end()) {
    ADD_FAILURE() << "no experiment " << name;
    return {};
  }
  const auto settings = settings_of(*experiment, given);
  if (!settings) {
    ADD_FAILURE() << settings.error().message;
    return {};
  }
  auto report = run(*experiment, *settings, {[] { return 0.0; }, [](double) {}});
  if (!report) {
    ADD_FAILURE() << report.error().message;
    return {};
  }
  return *std::move(report);
}

inline double number(const Cell& cell) { return std::get<double>(cell); }
inline const std::string& text(const Cell& cell) { return std::get<std::string>(cell); }

}  // namespace guideway::sim
