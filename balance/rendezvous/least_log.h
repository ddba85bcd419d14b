// A lower bound of core::minus_log2(), without its table: to see that a draw cannot win, which nearly all cannot.
//
// With u = 2^(63 - zeros) * (2 - g), 0 < g <= 1, the logarithm is zeros - log2(1 - g / 2) >= zeros + g / (2 ln 2),
// exact as g goes to 0, where winners are. The frozen table is within one of the true curve at its points and runs
// above it between them, as chords of a convex curve do; rounding takes one more: hence the 2.
#pragma once

#include <cstdint>

#include "core/wire/inline.h"

namespace guideway::balance {

// `zeros`: the leading zeros of u | 1. Of one word, or of every word of a vector (by reference: how vectors pass by
// value depends on the processor).
template <class Word>
GUIDEWAY_INLINE constexpr void least_log(const Word& u, const Word& zeros, Word& log) {
  constexpr std::uint64_t kSlope = 48'408'812;  // 2^26 / (2 ln 2), rounded down
  const Word g = ~((u | 1) << zeros << 1) >> 32;
  log = (zeros << 26) + (g * kSlope >> 32);
  log = log > 2 ? log - 2 : Word{};
}

}  // namespace guideway::balance
