#include <gtest/gtest.h>

#include "tests/sim/small_run.h"

namespace guideway::sim {
namespace {

// 3,000 balls in as many bins. With one choice the fullest has 4 to 12 balls: 3 at most would take a Poisson luck of
// (1 - 0.019)^3000 = 1e-25, and 13 are met by one in 10^6 runs. With two choices the equations foretell 27 bins
// with three balls and 0.02 with four, with three choices 1.6 bins with three.
TEST(ChoicesExperiment, MoreChoicesFillMoreEvenly) {
  const Report report = small_run("choices", {{"bins", "3000"}, {"heavy", "10"}, {"trials", "2"}});
  ASSERT_EQ(report.grids.front().rows.size(), 6U);  // each choice at one ball a bin and at ten
  const auto fullest = [&](std::size_t row) { return number(report.grids.front().rows[row][3]); };
  EXPECT_GE(fullest(0), 4);
  EXPECT_LE(fullest(0), 12);
  EXPECT_GE(fullest(2), 3);
  EXPECT_LE(fullest(2), 4);
  EXPECT_LE(fullest(4), 3);
  EXPECT_LE(fullest(3), 10 + fullest(2));  // heavily loaded, the lead stays
  EXPECT_GT(fullest(1), 10 + fullest(2));
}

TEST(ChoicesExperiment, SaysWhatHolds) {
  const Report report = small_run("choices", {{"bins", "1000,20000"}, {"heavy", "10"}, {"trials", "3"}});
  ASSERT_EQ(report.findings.size(), 5U);
  EXPECT_EQ(report.findings[0].outcome, Outcome::differs);  // the leading term of one choice is far too low
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(report.findings[i].outcome, Outcome::holds) << report.findings[i].claim;
}

TEST(ChoicesExperiment, TakesAnyChoices) {
  EXPECT_FALSE(small_run("choices", {{"bins", "16"}, {"choices", "8"}, {"trials", "1"}}).grids.empty());
}

}  // namespace
}  // namespace guideway::sim
