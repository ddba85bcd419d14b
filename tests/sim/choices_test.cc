#include "tests/sim/measured.h"

namespace guideway::sim {
namespace {

// 3,000 balls in as many bins. With one choice the fullest has 4 to 12 balls: 3 at most would take a Poisson luck of
// (1 - 0.019)^3000 = 1e-25, and 13 are met by one in 10^6 runs. With two choices the equations foretell 27 bins
// with three balls and 0.02 with four, with three choices 1.6 bins with three.
TEST(ChoicesExperiment, MoreChoicesFillMoreEvenly) {
  const Report report = measured("choices", {{"bins", "3000"}, {"heavy", "10"}, {"trials", "2"}});
  const auto fullest = [&](double balls, double choices) {
    return only(column(report.grids.at(0), "fullest", {3000.0, balls, choices}));
  };
  EXPECT_GE(fullest(1, 1), 4);
  EXPECT_LE(fullest(1, 1), 12);
  EXPECT_GE(fullest(1, 2), 3);
  EXPECT_LE(fullest(1, 2), 4);
  EXPECT_LE(fullest(1, 3), 3);
  EXPECT_LE(fullest(10, 2), 10 + fullest(1, 2));  // heavily loaded, the lead stays
  EXPECT_GT(fullest(10, 1), 10 + fullest(1, 2));
}

TEST(ChoicesExperiment, SaysWhatHolds) {
  const Report report = measured("choices", {{"bins", "1000,20000"}, {"heavy", "10"}, {"trials", "3"}});
  ASSERT_EQ(report.findings.size(), 5U);
  EXPECT_EQ(report.findings[0].outcome, Outcome::differs);  // the leading term of one choice is far too low
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(report.findings[i].outcome, Outcome::holds) << report.findings[i].claim;
}

TEST(ChoicesExperiment, TakesAnyChoices) {
  EXPECT_FALSE(measured("choices", {{"bins", "16"}, {"choices", "8"}, {"trials", "1"}}).grids.empty());
}

}  // namespace
}  // namespace guideway::sim
