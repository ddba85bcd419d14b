// Primes for table sizes. A table's size is prime so that every step from 1 to size - 1 visits every
// slot. Trial division: sizes are bounded by some millions, so at most about 750 divisions settle one,
// and the result can be a constant expression.
#pragma once

#include <cstdint>

namespace guideway::balance {

constexpr bool is_prime(std::uint32_t n) {
  if (n < 4) return n >= 2;
  if (n % 2 == 0 || n % 3 == 0) return false;
  for (std::uint64_t d = 5; d * d <= n; d += 6)
    if (n % d == 0 || n % (d + 2) == 0) return false;
  return true;
}

// The largest prime below n, the smallest above; 0 where 32 bits hold none.
constexpr std::uint32_t prime_below(std::uint32_t n) {
  while (n > 2)
    if (is_prime(--n)) return n;
  return 0;
}

constexpr std::uint32_t prime_above(std::uint32_t n) {
  while (n < UINT32_MAX)
    if (is_prime(++n)) return n;
  return 0;
}

}  // namespace guideway::balance
