#include "tests/sim/measured.h"

namespace guideway::sim {
namespace {

// 50 backends hold 20 requests each, 1,000 in all, of which 300 +- 14.5 are hot: 15 times the average, with a scatter
// of 0.7; five times that on either side.
constexpr double kLeastHot = 15 - 3.5;

TEST(HotKeyExperiment, BoundsHoldAndNothingElseHelps) {
  const Report report =
      measured("hot-key", {{"backends", "50"}, {"held", "20"}, {"epsilon", "10,25,100"}, {"requests", "5000"}});
  const auto of = [&](const char* value, const std::vector<Cell>& row) {
    return only(column(report.grids.at(0), value, row));
  };
  for (const auto* const circle : {"ring", "maglev"}) {
    EXPECT_GT(of("fullest/mean", {circle}), kLeastHot);
    EXPECT_EQ(of("hot key on", {circle}), 1);
    EXPECT_EQ(of("others at home, %", {circle}), 100);
  }
  EXPECT_EQ(of("hot key on", {"2 choices of the key"}), 2);
  EXPECT_EQ(of("hot key on", {"3 choices of the key"}), 3);
  EXPECT_GT(of("fullest/mean", {"2 choices of the key"}), kLeastHot / 2);
  EXPECT_LT(of("fullest/mean", {"2 choices at random"}), 1.25);  // 20 and at most 4 above
  for (const auto* const circle : {"bounded ring", "bounded maglev"}) {
    for (const auto& [epsilon, cap] : {std::pair{10.0, 1.1}, {25.0, 1.25}, {100.0, 2.0}}) {
      const std::vector<Cell> row = {circle, epsilon};
      EXPECT_EQ(of("cap/mean", row), cap);
      EXPECT_LE(of("fullest/mean", row), cap);
      EXPECT_GE(of("hot key on", row), kLeastHot / cap);  // it takes as many to hold it
      EXPECT_GT(of("passed, hot", row), of("passed, others", row));
    }
  }
}

TEST(HotKeyExperiment, SaysWhatHolds) {
  const Report report = measured("hot-key", {{"backends", "50"}, {"held", "20"}, {"requests", "5000"}});
  ASSERT_EQ(report.findings.size(), 6U);
  for (const auto& finding : report.findings)
    EXPECT_EQ(finding.outcome == Outcome::differs, finding.measured.ends_with("on 2 backends")) << finding.claim;
}

TEST(HotKeyExperiment, WithoutAHotKeyOrWithNothingElse) {
  for (const auto* const hot : {"0", "100"})
    EXPECT_FALSE(
        measured("hot-key", {{"backends", "5"}, {"held", "3"}, {"hot", hot}, {"requests", "50"}}).grids.empty());
}

}  // namespace
}  // namespace guideway::sim
