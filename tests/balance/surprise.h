// How surprising an outcome is, for tests of what is left to chance: `hits` of `n` throws that each hit with the
// chance p have a probability of at most exp(-surprise) to be so many or more (so few or less), by Chernoff's bound:
// n times the relative entropy of the share seen and p.
#pragma once

#include <cmath>

namespace guideway::balance {

inline double surprise(double n, double hits, double p) {
  const auto term = [](double seen, double expected) { return seen == 0 ? 0.0 : seen * std::log(seen / expected); };
  return term(hits, n * p) + term(n - hits, n * (1 - p));
}

// exp(-35) is less than 1 in 10^15: with a million such comparisons a day, once in two million years.
inline constexpr double kNeverSeen = 35;

}  // namespace guideway::balance
