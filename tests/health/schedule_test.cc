#include "control/health/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace guideway::health {
namespace {

using namespace std::chrono_literals;
using Clock = Schedule::Clock;

constexpr Clock::time_point start{1000s};

TEST(Schedule, HandsOutWhatIsDueAndNothingElse) {
  Schedule schedule(1);
  EXPECT_FALSE(schedule.earliest());
  schedule.first(7, 3s, start);
  const auto due = schedule.earliest();
  ASSERT_TRUE(due);
  EXPECT_FALSE(schedule.take(*due - 1ns));
  EXPECT_EQ(schedule.take(*due), 7U);
  EXPECT_FALSE(schedule.take(*due + 1h));
}

TEST(Schedule, SpreadsFirstChecksOverTheInterval) {
  Schedule schedule(1);
  constexpr unsigned checks = 1000, parts = 10;  // of 300 ms
  for (Schedule::Id id = 0; id < checks; ++id) schedule.first(id, 3s, start);
  std::vector<unsigned> taken(parts);
  for (unsigned part = 0; part < parts; ++part)
    while (schedule.take(start + 300ms * (part + 1))) ++taken[part];
  // Each tenth of the interval gets 100 of 1000 on average, standard deviation 9.5: five of them are room
  // enough for any seed to pass and too little for any clump.
  for (const unsigned count : taken) EXPECT_NEAR(count, 100, 48);
}

TEST(Schedule, VariesEachIntervalByATenth) {
  Schedule schedule(1);
  Clock::duration shortest = 1h, longest{};
  for (int i = 0; i < 1000; ++i) {
    schedule.again(1, 3s, start);
    const auto wait = *schedule.earliest() - start;
    ASSERT_TRUE(schedule.take(start + wait));
    shortest = std::min(shortest, wait);
    longest = std::max(longest, wait);
  }
  EXPECT_GE(shortest, 2700ms);
  EXPECT_LE(longest, 3300ms);
  EXPECT_LT(shortest, 2720ms);
  EXPECT_GT(longest, 3280ms);
}

TEST(Schedule, IsTheSameForTheSameSeed) {
  Schedule one(42), same(42), other(43);
  for (Schedule* schedule : {&one, &same, &other}) schedule->first(1, 1h, start);
  EXPECT_EQ(one.earliest(), same.earliest());
  EXPECT_NE(one.earliest(), other.earliest());
}

}  // namespace
}  // namespace guideway::health
