#include "control/health/schedule.h"

namespace guideway::health {

Schedule::Clock::duration Schedule::share(Clock::duration whole, double from, double to) {
  const double part = std::uniform_real_distribution<double>(from, to)(random_);
  return std::chrono::duration_cast<Clock::duration>(whole * part);
}

void Schedule::first(Id id, Clock::duration interval, Clock::time_point now) {
  entries_.push({now + share(interval, 0.0, 1.0), id});
}

void Schedule::again(Id id, Clock::duration interval, Clock::time_point started) {
  entries_.push({started + share(interval, 0.9, 1.1), id});
}

std::optional<Schedule::Clock::time_point> Schedule::earliest() const {
  if (entries_.empty()) return std::nullopt;
  return entries_.top().due;
}

std::optional<Schedule::Id> Schedule::take(Clock::time_point now) {
  if (entries_.empty() || entries_.top().due > now) return std::nullopt;
  const Id id = entries_.top().id;
  entries_.pop();
  return id;
}

}  // namespace guideway::health
