#include "balance/round_robin/chairmen.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace guideway::balance {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

struct Job {
  std::uint64_t deadline;  // the last turn that will do
  std::uint32_t state;

  auto operator<=>(const Job&) const = default;
};

// Turns are numbered from 1. With D up to 2^17 and weights and their sum up to 2^22, all products stay below 2^61.
class Union {
 public:
  explicit Union(std::span<const std::uint32_t> weights)
      : weights_(weights),
        period_(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0})),
        d_(2 * weights.size() - 2),
        had_(weights.size()),
        after_(weights.size(), kNone),
        released_(period_ + 1, kNone) {
    for (std::size_t i = weights.size(); i-- > 0;) await(static_cast<std::uint32_t>(i), 1);
  }

  std::vector<std::uint16_t> turns() {
    std::vector<std::uint16_t> result;
    result.reserve(period_);
    for (std::uint64_t turn = 1; turn <= period_; ++turn) {
      for (auto state = released_[turn]; state != kNone; state = after_[state]) ready_.push({deadline(state), state});
      const auto state = ready_.top().state;
      ready_.pop();
      result.push_back(static_cast<std::uint16_t>(state));
      if (++had_[state] < weights_[state]) await(state, turn + 1);
    }
    return result;
  }

 private:
  // Of a state's next job: ceil(W (D k + 1) / (D w)) and floor(W (D (k + 1) - 1) / (D w)) + 1.
  std::uint64_t release(std::uint32_t state) const {
    const std::uint64_t share = d_ * weights_[state];
    return (period_ * (d_ * had_[state] + 1) + share - 1) / share;
  }
  std::uint64_t deadline(std::uint32_t state) const {
    return period_ * (d_ * (had_[state] + 1) - 1) / (d_ * weights_[state]) + 1;
  }

  // From which turn on a state has a claim again; no earlier than `turn`, the next one.
  void await(std::uint32_t state, std::uint64_t turn) {
    after_[state] = std::exchange(released_[std::max(release(state), turn)], state);
  }

  std::span<const std::uint32_t> weights_;
  std::uint64_t period_, d_;
  std::vector<std::uint64_t> had_;       // turns so far
  std::vector<std::uint32_t> after_;     // the next state that is released at the same turn
  std::vector<std::uint32_t> released_;  // by turn: the first state released then
  std::priority_queue<Job, std::vector<Job>, std::greater<>> ready_;
};

}  // namespace

std::vector<std::uint16_t> chairmen(std::span<const std::uint32_t> weights) {
  if (weights.size() == 1) return {0};  // D would be 0; without a common divisor, the one weight is 1
  return Union(weights).turns();
}

}  // namespace guideway::balance
