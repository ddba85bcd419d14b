// Rendezvous hashing (highest random weight: Thaler and Ravishankar, 1998), weighted exactly. Every backend i draws
// u_i, uniform in (0, 1), from the hash and its own seed, and the smallest -log(u_i) / w_i wins: times to
// the first of many exponential clocks of rates w_i, so that backend i wins with probability w_i / sum of w.
//
// Floating point would round differently in each home, and the kernel has none. So u is a 64-bit word,
// e = -log2(u / 2^64) a number with 26 binary places, by counting leading zeros and a frozen table, and
// i beats b when e_i * w_b < e_b * w_i: 32-bit factors, 64-bit products, no division, the same bits everywhere.
// Equal products go to the larger u, so that with equal weights the largest u wins, and no logarithm is needed:
// e never grows as u does. Backends whose u are equal too keep their order.
//
// Error: e is within 2^-18 of the true logarithm (linear between 257 points), and much nearer at the
// end that matters, where u is close to 1.
#pragma once

#include <stdint.h>

#include "core/hash/mix.h"
#include "core/select/log2_table.h"
#include "core/wire/inline.h"

namespace guideway::core {

// u of a backend, whose seed is XXH64(name, seed 2).
GUIDEWAY_INLINE constexpr uint64_t rendezvous_draw(uint64_t hash, uint64_t backend_seed) {
  return mix(hash ^ backend_seed);
}

// e: -log2(u / 2^64) in 1 / 2^26; u = 0 counts as 1.
GUIDEWAY_INLINE constexpr uint32_t minus_log2(uint64_t u) {
  const uint32_t zeros = static_cast<uint32_t>(__builtin_clzll(u | 1));
  const uint64_t fraction = (u | 1) << zeros << 1;  // the bits behind the leading one
  const uint32_t at = static_cast<uint32_t>(fraction >> 56);
  const uint64_t drop = kMinusLog2[at] - kMinusLog2[at + 1];
  const uint64_t between = fraction >> 24 & 0xffffffff;  // of the way to the next point, in 1 / 2^32
  return (zeros << 26) + kMinusLog2[at] - static_cast<uint32_t>(drop * between >> 32);
}

struct Draw {
  uint64_t u;
  uint32_t weight;  // above 0
};

// Whether a wins over b, which comes before it in order.
GUIDEWAY_INLINE constexpr bool beats(Draw a, Draw b) {
  const uint64_t left = static_cast<uint64_t>(minus_log2(a.u)) * b.weight;
  const uint64_t right = static_cast<uint64_t>(minus_log2(b.u)) * a.weight;
  return left < right || (left == right && a.u > b.u);
}

}  // namespace guideway::core
