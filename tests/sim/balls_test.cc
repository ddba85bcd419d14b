// Balls into bins against the library's own object, and formulas against closed forms.
#include "sim/support/balls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "balance/choices.h"
#include "balance/modulo.h"
#include "sim/support/pool.h"

namespace guideway::sim {
namespace {

// A modulo table with one slot a backend is n bins; only the order of the backends may differ.
TEST(Balls, FallAsTheLibraryWouldThrowThem) {
  constexpr std::uint32_t kBins = 1000;
  const Pool pool(kBins, 1);
  for (const std::uint32_t d : {1U, 2U, 3U}) {
    auto table = balance::build_modulo(pool.backends(), {.size = kBins});
    ASSERT_TRUE(table);
    auto choices = balance::build_choices(*std::move(table), pool.backends(), {.choices = d});
    ASSERT_TRUE(choices);
    Random random(9);
    for (std::uint32_t ball = 0; ball < 3 * kBins; ++ball) choices->pick(random.word());
    const auto loads = throw_balls(kBins, 3 * kBins, d, Random(9));
    for (std::uint32_t slot = 0; slot < kBins; ++slot)
      EXPECT_EQ(loads[slot], choices->loads().of(choices->table()[slot])) << slot;
  }
}

TEST(Balls, NoneIsLost) {
  const auto loads = throw_balls(17, 1000, 2, Random(1));
  EXPECT_EQ(std::accumulate(loads.begin(), loads.end(), 0U), 1000U);
}

// s' = 1 - s is 1 - 1/e at 1, and s' = 1 - s^2 is tanh.
TEST(Balls, EquationsMeetTheirClosedForms) {
  const auto one = shares_by_equations(1, 2);
  EXPECT_NEAR(one[0], 1 - std::exp(-1), 1e-4);
  EXPECT_NEAR(one[1], 1 - 2 * std::exp(-1), 1e-4);  // Poisson
  EXPECT_NEAR(shares_by_equations(2, 1)[0], std::tanh(1), 1e-4);
}

TEST(Balls, WhatIsForetold) {
  EXPECT_NEAR(leading_term(1e6, 1), 5.26, 0.005);
  EXPECT_NEAR(leading_term(1e6, 2), 3.79, 0.005);
  EXPECT_NEAR(foretold_fullest(362880, 1), 10 - 1.5, 1e-6);  // gamma(10) = 9!
  EXPECT_EQ(foretold_fullest(1e6, 2), 4);
}

}  // namespace
}  // namespace guideway::sim
