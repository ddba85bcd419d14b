#include <gtest/gtest.h>

#include <map>

#include "tests/sim/small_run.h"

namespace guideway::sim {
namespace {

using Rows = std::map<std::string, std::vector<Cell>, std::less<>>;

// By policy and epsilon.
Rows rows_of(const Report& report) {
  Rows rows;
  for (const auto& row : report.grids.front().rows) {
    const auto* const epsilon = std::get_if<double>(&row[1]);
    rows[text(row[0]) + (epsilon == nullptr ? "" : " " + std::to_string(static_cast<int>(*epsilon)))] = row;
  }
  return rows;
}

// 50 backends hold 20 requests each, 1,000 in all, of which 300 +- 14.5 are hot: 15 times the average, with a scatter
// of 0.7; five times that on either side.
TEST(HotKeyExperiment, BoundsHoldAndNothingElseHelps) {
  const Report report =
      small_run("hot-key", {{"backends", "50"}, {"held", "20"}, {"epsilon", "10,25,100"}, {"requests", "5000"}});
  auto rows = rows_of(report);
  ASSERT_EQ(rows.size(), 5U + 6U);
  for (const auto* const name : {"ring", "maglev"}) {
    EXPECT_GT(number(rows[name][2]), 15 - 3.5);
    EXPECT_EQ(number(rows[name][4]), 1);    // backends with the hot key
    EXPECT_EQ(number(rows[name][6]), 100);  // others at home
  }
  EXPECT_EQ(number(rows["2 choices of the key"][4]), 2);
  EXPECT_EQ(number(rows["3 choices of the key"][4]), 3);
  EXPECT_GT(number(rows["2 choices of the key"][2]), (15 - 3.5) / 2);
  EXPECT_LT(number(rows["2 choices at random"][2]), 1.25);  // 20 and at most 4 or 5 above
  for (const auto* const circle : {"bounded ring", "bounded maglev"}) {
    for (const auto& [epsilon, cap] : {std::pair{" 10", 1.1}, {" 25", 1.25}, {" 100", 2.0}}) {
      auto& row = rows[circle + std::string(epsilon)];
      EXPECT_LE(number(row[2]), cap);
      EXPECT_EQ(number(row[3]), cap);
      EXPECT_GE(number(row[4]), (15 - 3.5) / cap);  // as many backends it takes to hold it
      EXPECT_GT(number(row[8]), number(row[7]));    // and the hot key passes the more
    }
  }
}

TEST(HotKeyExperiment, SaysWhatHolds) {
  const Report report = small_run("hot-key", {{"backends", "50"}, {"held", "20"}, {"requests", "5000"}});
  ASSERT_EQ(report.findings.size(), 6U);
  for (const auto& finding : report.findings)
    EXPECT_EQ(finding.outcome == Outcome::differs, finding.measured.ends_with("on 2 backends")) << finding.claim;
}

TEST(HotKeyExperiment, WithoutAHotKeyOrWithNothingElse) {
  for (const auto* const hot : {"0", "100"})
    EXPECT_FALSE(
        small_run("hot-key", {{"backends", "5"}, {"held", "3"}, {"hot", hot}, {"requests", "50"}}).grids.empty());
}

}  // namespace
}  // namespace guideway::sim
