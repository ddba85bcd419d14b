// Shares by weight, judged by chi-square.
//
// Of h hashes a backend with share p of the weight should get h p; sum((seen - h p)^2 / h p) over k backends then is
// distributed as chi-square with k - 1 degrees of freedom where no h p is small: mean k - 1, deviation sqrt(2 (k - 1)),
// nearly normal for large k and with a heavier upper tail for small k. The bound is the Wilson-Hilferty approximation
// of the quantile five deviations up: a right mapping misses it once in three million, and the hashes are a fixed
// stream, so a test that passes keeps passing. The lower end is held as well (shares by chance are not too even).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "balance/backend.h"
#include "core/hash/mix.h"

namespace guideway::balance {

inline double chi_square_at(double degrees, double deviations) {
  const double ninth = 2 / (9 * degrees);
  return degrees * std::pow(std::max(0.0, 1 - ninth + deviations * std::sqrt(ninth)), 3);
}

// At least 5 hashes must be expected for the lightest; who has no weight must get none.
inline void expect_shares(std::span<const Backend> backends, const std::function<std::uint32_t(std::uint64_t)>& pick,
                          std::uint64_t hashes = 100'000) {
  std::vector<double> seen(backends.size());
  double all = 0;
  for (const auto& backend : backends) all += backend.weight;
  for (std::uint64_t i = 0; i < hashes; ++i) ++seen[pick(core::mix_nth(11, i))];

  double sum = 0, degrees = -1;
  for (std::size_t i = 0; i < backends.size(); ++i) {
    const double expected = static_cast<double>(hashes) * backends[i].weight / all;
    if (expected == 0) {
      EXPECT_EQ(seen[i], 0) << backends[i].name;
      continue;
    }
    ASSERT_GE(expected, 5) << backends[i].name;
    sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    ++degrees;
  }
  EXPECT_LT(sum, chi_square_at(degrees, 5)) << degrees << " degrees of freedom";
  EXPECT_GT(sum, chi_square_at(degrees, -5)) << degrees << " degrees of freedom";
}

}  // namespace guideway::balance
