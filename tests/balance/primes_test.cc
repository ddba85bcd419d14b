#include "balance/primes.h"

#include <gtest/gtest.h>

#include <vector>

#include "balance/limits.h"

namespace guideway::balance {
namespace {

static_assert(is_prime(65537) && is_prime(655373) && is_prime(kMaxTableSize));

TEST(Primes, AgreeWithASieve) {
  constexpr std::uint32_t limit = 70'000;
  std::vector<bool> composite(limit);
  std::uint32_t last = 0;
  for (std::uint32_t n = 0; n < limit; ++n) {
    const bool expected = n >= 2 && !composite[n];
    ASSERT_EQ(is_prime(n), expected) << n;
    ASSERT_EQ(prime_below(n), last) << n;
    if (!expected) continue;
    for (std::uint32_t m = last; m < n; ++m) ASSERT_EQ(prime_above(m), n) << m;
    for (std::uint64_t m = std::uint64_t{n} * n; m < limit; m += n) composite[m] = true;
    last = n;
  }
}

TEST(Primes, ReachTheEndsOf32Bits) {
  EXPECT_EQ(prime_below(2), 0u);
  EXPECT_EQ(prime_below(3), 2u);
  EXPECT_EQ(prime_above(0), 2u);
  EXPECT_EQ(prime_below(UINT32_MAX), 4294967291u);
  EXPECT_EQ(prime_above(4294967290u), 4294967291u);
  EXPECT_EQ(prime_above(4294967291u), 0u);
}

TEST(Primes, NameTheNeighboursOfACommonMistake) {
  EXPECT_EQ(prime_below(65536), 65521u);
  EXPECT_EQ(prime_above(65536), 65537u);
}

}  // namespace
}  // namespace guideway::balance
