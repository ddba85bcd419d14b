// When each check is due. One heap for all of them instead of a timer each: ten thousand checks are ten
// thousand small entries, and whoever owns the schedule arms one timer for the earliest.
//
// The first check of a target falls anywhere within its interval, and every interval varies by a tenth
// either way, so that neither the checks of one balancer nor those of all balancers fall into step.
// Time and seed come in as arguments: the same seed and calls give the same schedule.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <queue>
#include <random>
#include <vector>

namespace guideway::health {

class Schedule {
 public:
  using Clock = std::chrono::steady_clock;
  using Id = std::uint64_t;

  explicit Schedule(std::uint64_t seed) : random_(seed) {}

  void first(Id id, Clock::duration interval, Clock::time_point now);
  void again(Id id, Clock::duration interval, Clock::time_point started);

  [[nodiscard]] std::optional<Clock::time_point> earliest() const;

  // Takes out the earliest check that is due by `now`. A check that is no longer wanted is not removed
  // from the schedule (a heap cannot): its owner drops the id when it comes up.
  std::optional<Id> take(Clock::time_point now);

 private:
  struct Entry {
    Clock::time_point due;
    Id id;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  Clock::duration share(Clock::duration whole, double from, double to);

  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries_;
  std::mt19937_64 random_;
};

}  // namespace guideway::health
