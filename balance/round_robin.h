// Smooth weighted round robin: backends take turns in proportion to their weights, and each backend's turns lie as
// evenly apart as whole turns can.
//
// Source: Tijdeman, "The chairman assignment problem" (Discrete Mathematics 32, 1980). After every number of turns,
// each backend of n has had its share of them, turns * weight / sum of weights, to within 1 - 1 / (2 n - 2) of a turn:
// no rule can promise less for all weights. The usual smooth rule (add each weight, take the largest, subtract the
// sum) is more than a turn off for some weights, and asks all backends for each turn; here turns are computed once, for
// a whole period.
//
// Shape. A period is the sum of weights after division by their greatest common divisor; after it, turns repeat.
// 2 bytes a turn. Order of the list does not matter: ties go by the bytes of names.
// Threads. Any number may pick: turns are drawn from one counter, so all picks together follow the order, whichever
// thread makes them. One atomic addition a pick, and one division.
// Not guaranteed. Balancers do not agree on anything but the order of turns; a flow goes elsewhere with each pick.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "balance/backend.h"
#include "balance/loads/shared_counter.h"
#include "base/error.h"

namespace guideway::balance {

inline constexpr std::uint32_t kMaxPeriod = 1U << 22;  // turns: 8 MiB

struct RoundRobinOptions {
  // The turn to begin with. Clients that start at the same time with the same list would all begin with the
  // same backend: give each a number of its own.
  std::uint64_t first = 0;
};

class RoundRobin {
 public:
  // For builders; users call build_round_robin(). At least one turn.
  RoundRobin(std::vector<std::uint16_t> turns, std::uint64_t first) : turns_(std::move(turns)), next_(first) {}

  // Whose turn it is, and on to the next. O(1).
  std::uint32_t pick() { return turn(next_.up()); }

  // Whose the n-th turn is, n = 0, 1, ...: for callers that count on their own, say one count a thread.
  std::uint32_t turn(std::uint64_t n) const { return turns_[n % turns_.size()]; }

  std::uint32_t period() const { return static_cast<std::uint32_t>(turns_.size()); }

 private:
  std::vector<std::uint16_t> turns_;
  SharedCounter next_;
};

// Errors: balance.too-many-backends (more than 65,536, as a turn takes 2 bytes), balance.duplicate-name,
// balance.no-weight, balance.period-too-long (above kMaxPeriod). O(period * log N). Deterministic.
Result<RoundRobin> build_round_robin(std::span<const Backend> backends, const RoundRobinOptions& options = {});

}  // namespace guideway::balance
