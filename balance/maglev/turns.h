// Who takes a turn when. Round r = 1, 2, ...: contender i takes a turn when r * w_i >= t_i, and t_i
// (at first 0) then grows by the scale. Read literally, that asks every contender in every round, and
// with weights far below the scale nearly all of those questions are in vain. But contenders of equal
// weight take all their turns together; so there is a calendar with an entry a weight, at the round of
// its next turn. Where several weights meet in a round, a bitset puts their contenders in order.
// Rejected: a heap (a logarithm a turn), a calendar of contenders (the same sums for each), and a
// bitset for each round of the calendar (memory that costs more than it saves).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace guideway::balance {

class Turns {
 public:
  // Weights from 1 to `scale`, one a contender, at least one and at most kMaxBackends.
  Turns(std::span<const std::uint32_t> weights, std::uint32_t scale);

  // The next turns, in order: all of one round or of several, so many that no contender comes twice;
  // never none. The span holds until the next call.
  std::span<const std::uint16_t> next();

 private:
  struct Class {  // the contenders of one weight
    std::uint32_t weight;
    std::uint32_t rounds, rest;  // scale / weight, scale % weight
    std::uint32_t surplus;       // r * w - t at the latest turn: at most w
    std::uint32_t begin, end;    // in members_
    std::uint16_t after = 0;     // the next class of the same round, or none
  };

  std::uint32_t rounds_ahead() const;
  std::uint32_t round_after(std::uint32_t rounds) const;
  std::span<const std::uint16_t> members(const Class& c) const;
  void take_round();
  void order_by_contender(std::uint16_t first);
  std::uint32_t wait(Class& c) const;
  void enter(std::uint16_t index, std::uint32_t wait);

  std::uint32_t scale_;
  std::vector<std::uint16_t> turns_;  // what next() hands out
  std::size_t count_ = 0;             // how many of them
  std::vector<Class> classes_;
  std::vector<std::uint16_t> members_;  // contenders by class, ascending in each
  std::uint32_t together_;              // so many rounds in a row hold nobody twice
  std::uint32_t now_ = 0;               // the present round: an index into the calendar, which is a ring
  std::vector<std::uint8_t> busy_;      // the calendar: 1 for a round with a turn in it,
  std::vector<std::uint16_t> first_;    // and the first class that takes it
  std::vector<std::uint64_t> due_;      // a bit a contender, while a round is put in order
};

}  // namespace guideway::balance
