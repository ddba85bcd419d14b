#include "sim/queueing/latency_claims.h"
#include "tests/sim/measured.h"

namespace guideway::sim {
namespace {

// Means of a run of 20 servers at 80 %, one request in ten slow. The policies lie apart by factors of two and more
// (least-connections 2, two choices 6, random 27 in long runs), a mean of 4,000 requests scatters by a quarter.
TEST(LatencyExperiment, WhoSeesMoreWaitsLess) {
  const Report report = measured("latency", {{"servers", "20"},
                                             {"utilisation", "80"},
                                             {"balancers", "1"},
                                             {"requests", "4000"},
                                             {"scenario", "slow"},
                                             {"policy", "random,two-choices,least-connections"}});
  const Grid& grid = report.grids.at(0);
  ASSERT_EQ(grid.rows.size(), 3U);
  const auto mean_of = [&](const char* policy) { return only(column(grid, "mean", {"slow", 1.0, 80.0, policy})); };
  EXPECT_GT(mean_of("random"), mean_of("two-choices"));
  EXPECT_GT(mean_of("two-choices"), mean_of("least-connections"));
  EXPECT_GT(mean_of("least-connections"), 1.9 * 0.8);  // the mean work: 1.9, scatter 0.07
  const auto p50 = column(grid, "p50"), p99 = column(grid, "p99");
  for (std::size_t row = 0; row < 3; ++row) EXPECT_GT(p99[row], p50[row]);
}

// Half of the servers at half speed, taken for equal, at 80 %: an equal share is 120 % of what the slow can do.
TEST(LatencyExperiment, EqualSharesOverloadTheSlow) {
  const Report report = measured("latency", {{"servers", "20"},
                                             {"utilisation", "80"},
                                             {"balancers", "1"},
                                             {"requests", "4000"},
                                             {"slow-share", "0"},
                                             {"scenario", "unweighted,mixed"},
                                             {"policy", "round-robin,least-connections"}});
  const auto of = [&](const char* value, const char* scenario, const char* policy) {
    return only(column(report.grids.at(0), value, {scenario, 1.0, 80.0, policy}));
  };
  EXPECT_GT(of("busiest server, %", "unweighted", "round-robin"), 110);
  EXPECT_LT(of("busiest server, %", "unweighted", "least-connections"), 110);
  EXPECT_LT(of("busiest server, %", "mixed", "round-robin"), 100);  // told weights, it keeps to them
  EXPECT_GT(of("mean", "unweighted", "round-robin"), 2 * of("mean", "mixed", "round-robin"));
}

TEST(LatencyExperiment, RunsEveryPolicyInEveryScenario) {
  const Report report =
      measured("latency", {{"servers", "10"}, {"utilisation", "50"}, {"balancers", "1,3"}, {"requests", "1000"}});
  EXPECT_EQ(report.grids.at(0).rows.size(), 4U * 2 * 7);
  EXPECT_EQ(report.plots.size(), 4U * 2);
  EXPECT_GE(report.findings.size(), 10U);
}

TEST(LatencyExperiment, ClaimsNothingWithoutRows) {
  EXPECT_TRUE(latency_findings({}, true).empty());
  const LatencyRows lone = {{.scenario = "slow", .utilisation = 50, .policy = "random", .mean = 1, .p50 = 1, .p99 = 1}};
  EXPECT_TRUE(latency_findings(lone, true).empty());
}

// Told weights, 16.4; untold, 11.0: the finding says so, and of the worst pair.
TEST(LatencyExperiment, SaysWhereWeightsHurt) {
  const auto row = [](const char* scenario, std::uint64_t balancers, double mean) {
    return LatencyRow{
        .scenario = scenario, .balancers = balancers, .utilisation = 70, .policy = "least-connections", .mean = mean};
  };
  const auto findings = latency_findings(
      {row("mixed", 1, 2), row("mixed", 10, 16.4), row("unweighted", 1, 3), row("unweighted", 10, 11)}, true);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].outcome, Outcome::differs);
  EXPECT_NE(findings[0].measured.find("16.4"), std::string::npos);
}

}  // namespace
}  // namespace guideway::sim
