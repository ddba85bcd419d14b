// Balls into bins, and what is known of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/support/random.h"

namespace guideway::sim {

// What each bin holds in the end. A ball has `choices` bins, different ones, and goes to the emptiest.
std::vector<std::uint32_t> throw_balls(std::uint32_t bins, std::uint64_t balls, std::uint32_t choices, Random random);

// Of n balls in n bins, for the fullest: ln n / ln ln n for one choice, ln ln n / ln d for d.
double leading_term(double n, std::uint64_t choices);

// The share of bins with at least 1, 2, ..., `levels` balls once there are as many balls as bins, as n grows: the
// solution of s_k' = s_(k-1)^d - s_k^d, s_0 = 1, from 0 to 1 (Mitzenmacher 2001).
std::vector<double> shares_by_equations(std::uint32_t choices, std::size_t levels);

// For one choice: the x with gamma(x) = n, less 3/2 (Gonnet, J. ACM 28, 1981). For more: how many k have
// n s_k >= 1, by the equations.
double foretold_fullest(double n, std::uint32_t choices);

}  // namespace guideway::sim
