// The simulation against what queueing theory knows exactly.
//
// A mean over n requests in a row scatters by sqrt(V / n), where V is large as neighbours wait together. For the wait
// in M/M/1 with service times of mean 1, V = u (2 + 5 u - 4 u^2 + u^3) / (1 - u)^4 at utilisation u (Daley, J. Austral.
// Math. Soc. 8, 1968): 29 at 0.5 and 336 at 0.7. With n = 50,000 that is 0.024 and 0.082; each bound below is about
// five times its scatter, so that no sound change of the random numbers breaks it, and what it must tell apart lies far
// outside.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/queueing/simulate.h"
#include "sim/queueing/theory.h"
#include "sim/support/statistics.h"

namespace guideway::sim {
namespace {

Served serve(const std::vector<ServerShape>& servers, std::string_view policy, Traffic traffic, double utilisation,
             std::uint64_t requests = 50'000) {
  const Pool pool(servers.size(), 1);
  std::vector<std::unique_ptr<Balancer>> balancers;
  balancers.push_back(build_balancer(policy, pool.backends(), 1).value());
  double capacity = 0;
  for (const auto& server : servers) capacity += server.capacity();
  traffic.rate = utilisation * capacity / traffic.mean_work();
  traffic.warm_up = requests / 10;
  traffic.requests = requests;
  return simulate(traffic, servers, balancers);
}

// M/M/1: the time is exponential with mean 1 / (1 - u).
TEST(QueueingTheory, OneServer) {
  const auto half = serve({{}}, "random", {}, 0.5);
  EXPECT_NEAR(mean(half.times), 2, 0.12);
  const auto more = serve({{}}, "random", {}, 0.7);
  EXPECT_NEAR(mean(more.times), 1 / 0.3, 0.4);
  EXPECT_NEAR(median(more.times), std::numbers::ln2 / 0.3, 0.4);
  EXPECT_NEAR(quantile(more.times, 0.99), std::log(100) / 0.3, 3);  // the tail scatters more: by a fifth
  EXPECT_NEAR(more.busiest, 0.7, 0.03);                             // sqrt(2 / n) = 0.6 % of it
}

TEST(QueueingTheory, TimesScaleWithSpeed) {
  const auto slow = serve({{.speed = 0.25}}, "random", {}, 0.5);
  EXPECT_NEAR(mean(slow.times), 8, 4 * 0.12);
}

// M/M/n by Erlang's formula: the share of requests that wait, then the mean wait, then the time. V is below that of one
// server that is n times as fast, V(0.8) / 16 = 124 at n = 4: five times sqrt(124 / 50,000) is 0.25.
TEST(QueueingTheory, SeveralWorkers) {
  constexpr int kWorkers = 4;
  constexpr double kUtilisation = 0.8, kErlangs = kWorkers * kUtilisation;
  double blocked = 1;  // Erlang B, worker by worker
  for (int i = 1; i <= kWorkers; ++i) blocked = kErlangs * blocked / (i + kErlangs * blocked);
  const double wait_share = blocked / (1 - kUtilisation * (1 - blocked));
  const double time = 1 + wait_share / (kWorkers - kErlangs);
  EXPECT_NEAR(wait_share, 0.596, 0.001);
  const auto served = serve({{.workers = kWorkers}}, "random", {}, kUtilisation);
  EXPECT_NEAR(mean(served.times), time, 0.25);  // 1.75; one worker four times as slow would take 5
}

// M/G/1 by Pollaczek and Khinchine: mean wait = rate E[work^2] / (2 (1 - u)). One in ten ten times as long: E[work]
// = 1.9, E[work^2] = 0.9 * 2 + 0.1 * 200. Twenty servers at random are twenty such queues.
TEST(QueueingTheory, SlowRequestsDelayTheOthers) {
  const auto served = serve(std::vector<ServerShape>(20), "random", {.slow_share = 0.1, .slowness = 10}, 0.5, 100'000);
  const double wait = 0.5 / 1.9 * 21.8 / (2 * 0.5);
  EXPECT_NEAR(mean(served.times), 1.9 + wait, 0.1 * (1.9 + wait));
}

// Two servers in turn: each sees every second arrival of a Poisson stream, so E2/M/1. The time is exponential with
// mean 1 / (1 - s), where s solves s = (2 u / (2 u + 1 - s))^2.
TEST(QueueingTheory, RoundRobinOverTwo) {
  double s = 0;
  for (int i = 0; i < 200; ++i) s = std::pow(1.4 / (1.4 + 1 - s), 2);
  const auto served = serve(std::vector<ServerShape>(2), "round-robin", {}, 0.7);
  EXPECT_NEAR(1 / (1 - s), 2.60, 0.01);
  EXPECT_NEAR(mean(served.times), 1 / (1 - s), 0.25);  // V is below that of random, whose mean is 3.33
}

// 1 + 1/4 + 1/64 + 1/2^14 at one half, and the values of the paper's table.
TEST(QueueingTheory, TheSupermarketFormula) {
  EXPECT_NEAR(supermarket_time(0.5, 2), 1 + 0.25 + 1.0 / 64 + 1.0 / 16384, 1e-7);
  EXPECT_NEAR(supermarket_time(0.9, 2), 2.6141, 1e-4);
  EXPECT_NEAR(supermarket_time(0.99, 2), 5.4320, 1e-4);
  EXPECT_NEAR(supermarket_time(0.9, 1), 10, 1e-9);
}

// The limit of many servers; the paper's simulations of 100 servers are within 1 % of it at 70 %. As many queues
// average out most of the scatter.
TEST(QueueingTheory, TwoAndThreeChoices) {
  const std::vector<ServerShape> servers(50);
  const double two = mean(serve(servers, "two-choices", {}, 0.7).times);
  const double three = mean(serve(servers, "three-choices", {}, 0.7).times);
  EXPECT_NEAR(two, supermarket_time(0.7, 2), 0.05 * two);
  EXPECT_NEAR(three, supermarket_time(0.7, 3), 0.05 * three);
  EXPECT_LT(three, two);
}

TEST(QueueingTheory, ASeedIsARun) {
  const auto once = serve({{}, {}}, "least-connections", {.seed = 5}, 0.8, 2'000);
  EXPECT_EQ(once.times, serve({{}, {}}, "least-connections", {.seed = 5}, 0.8, 2'000).times);
  EXPECT_NE(once.times, serve({{}, {}}, "least-connections", {.seed = 6}, 0.8, 2'000).times);
  EXPECT_GT(std::ranges::min(once.times), 0);  // nobody is lost, nobody is done before coming
}

}  // namespace
}  // namespace guideway::sim
