// What is said of many numbers in few.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace guideway::sim {

// The value that a share q of all do not exceed (nearest rank); takes its values by copy, to order them. Not of none.
inline double quantile(std::vector<double> values, double q) {
  const auto rank = std::ceil(q * static_cast<double>(values.size()));
  const auto at = std::min(values.size(), static_cast<std::size_t>(std::max(1.0, rank))) - 1;
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(at));
  return values[at];
}

inline double median(const std::vector<double>& values) { return quantile(values, 0.5); }

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

inline double deviation(const std::vector<double>& values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace guideway::sim
