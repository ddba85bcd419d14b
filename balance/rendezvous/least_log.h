// A lower bound of core::minus_log2(), in floating point, without its table, and within 0.3 % of it: to see which draw
// will win, and that no other can.
//
// With u = 2^(63 - zeros) * (2 - g), 0 < g <= 1, the logarithm is zeros - log2(1 - g / 2); the second term is g times
// something that runs smoothly from 1 / (2 ln 2) to 1, here a cubic that stays below by up to 0.07 %. The frozen table
// lies above the true curve between its points, as chords of a convex curve do, by up to 0.2 %. At the points, with
// all roundings, it is less than three units below: they are taken off. Which way doubles are rounded or contracted is
// far below that.
#pragma once

#include <cstdint>

#include "core/wire/inline.h"

namespace guideway::balance {

// In place of u, given the number of leading zeros of u | 1, as bits of the bound, a double of at least 0. Of one
// word, or of every word of a vector (by reference: how vectors pass by value depends on the processor).
template <class Word, class Real>
GUIDEWAY_INLINE constexpr void least_log(const Word& u, const Word& zeros, Real& log) {
  constexpr std::uint64_t kOne = std::uint64_t{1023} << 52, kInteger = std::uint64_t{1075} << 52;  // 1.0, 2^52
  const Real g = __builtin_bit_cast(Real, Word{~((u | 1) << zeros << 1) >> 12 | kOne}) - 1.0;
  const Real exact = __builtin_bit_cast(Real, Word{zeros | kInteger}) - 0x1p52;
  const Real bound = exact + g * (0.72088 + g * (0.18651 + g * (0.03111 + g * 0.06076))) - 3 * 0x1p-26;
  log = bound > 0 ? bound : Real{};
}

}  // namespace guideway::balance
