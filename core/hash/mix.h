// A bijection of 64-bit words in which every bit of the input changes every bit of the output with a
// chance of about one half: the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014; constants by Stafford). It makes many hashes of one. Not keyed:
// what an outsider may choose must have gone through SipHash before. Not promised: that small numbers in a row come
// out as if by chance. Of mix(0), mix(1), ... two bits 31 apart agree up to 2 % too often or too seldom (seen in the
// first 2^18); the words of a stream, whose inputs lie far apart, do not.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

// Of one word, or of every word of a vector.
template <class Word>
GUIDEWAY_INLINE constexpr void mix_in_place(Word& x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  x = x ^ x >> 31;
}

GUIDEWAY_INLINE constexpr uint64_t mix(uint64_t x) {
  mix_in_place(x);
  return x;
}

// The n-th of a stream of words that a seed stands for, n = 0, 1, 2, ...: SplitMix64's own sequence.
GUIDEWAY_INLINE constexpr uint64_t mix_nth(uint64_t seed, uint64_t n) {
  return mix(seed + (n + 1) * 0x9e3779b97f4a7c15);
}

}  // namespace guideway::core
