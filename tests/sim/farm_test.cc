// Servers and their queues, by hand.
#include "sim/queueing/farm.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace guideway::sim {
namespace {

// (number, time) of all who leave.
std::vector<std::pair<std::uint64_t, double>> drain(Farm& farm,
                                                    double until = std::numeric_limits<double>::infinity()) {
  std::vector<std::pair<std::uint64_t, double>> left;
  while (const auto departure = farm.leave(until)) left.emplace_back(departure->request.number, departure->time);
  return left;
}

using Left = std::vector<std::pair<std::uint64_t, double>>;

TEST(Farm, ServesFirstComeFirstServed) {
  Farm farm(std::vector<ServerShape>{{}});
  farm.arrive(0, 0, {.number = 0, .work = 4});
  farm.arrive(1, 0, {.number = 1, .work = 2});
  farm.arrive(2, 0, {.number = 2, .work = 1});
  EXPECT_EQ(drain(farm), (Left{{0, 4}, {1, 6}, {2, 7}}));
}

TEST(Farm, StandsIdleBetweenRequests) {
  Farm farm(std::vector<ServerShape>{{}});
  farm.arrive(0, 0, {.number = 0, .work = 1});
  EXPECT_EQ(drain(farm, 5), (Left{{0, 1}}));
  farm.arrive(5, 0, {.number = 1, .work = 1});
  EXPECT_EQ(drain(farm), (Left{{1, 6}}));
}

TEST(Farm, KeepsWorkersBusyAndSpeedCounts) {
  Farm farm(std::vector<ServerShape>{{.speed = 0.5, .workers = 2}});
  farm.arrive(0, 0, {.number = 0, .work = 1});
  farm.arrive(0, 0, {.number = 1, .work = 3});
  farm.arrive(0, 0, {.number = 2, .work = 1});  // begins when the first is done, at 2
  EXPECT_EQ(drain(farm), (Left{{0, 2}, {2, 4}, {1, 6}}));
}

TEST(Farm, ServersDoNotWaitForEachOther) {
  Farm farm(std::vector<ServerShape>{{}, {}});
  farm.arrive(0, 0, {.number = 0, .work = 9});
  farm.arrive(0, 1, {.number = 1, .work = 1});
  farm.arrive(0, 1, {.number = 2, .work = 1});
  EXPECT_EQ(drain(farm, 3), (Left{{1, 1}, {2, 2}}));
  EXPECT_EQ(drain(farm), (Left{{0, 9}}));
}

TEST(Farm, EndsAtTheSameTimeComeInTheOrderServiceBegan) {
  Farm farm(std::vector<ServerShape>(20));
  for (std::uint32_t i = 0; i < 20; ++i) farm.arrive(0, 19 - i, {.number = i, .work = 1});
  const auto left = drain(farm);
  ASSERT_EQ(left.size(), 20U);
  for (std::uint64_t i = 0; i < 20; ++i) EXPECT_EQ(left[i].first, i);
}

}  // namespace
}  // namespace guideway::sim
