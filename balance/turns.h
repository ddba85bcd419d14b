// Who takes a turn when. Round r = 1, 2, ...: contender i takes a turn when r * w_i >= t_i, and t_i
// (at first 0) then grows by the scale. Read literally, that asks every contender in every round, and
// with weights far below the scale nearly all of those questions are in vain. Here each contender is
// entered into a calendar at the round of its next turn; a round is a bitset, so that its turns come
// out in order, and a bitset over the rounds finds the next one with a turn in it. A heap was rejected
// (a logarithm a turn), and so were lists (a sort a round).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace guideway::balance {

class Turns {
 public:
  // Weights from 1 to `scale`, one a contender, at least one and at most kMaxBackends.
  Turns(std::span<const std::uint32_t> weights, std::uint32_t scale);

  // The contenders of the next round in which anybody takes a turn, ascending; never empty. The span
  // holds until the next call.
  std::span<const std::uint16_t> next_round();

 private:
  void enter(std::uint32_t contender);
  void find_round();

  struct Pace {
    std::uint32_t weight;
    std::uint32_t surplus;  // r * w - t at the contender's latest turn: at most w
  };

  std::uint32_t scale_;
  bool equal_;                        // every round is everybody's, whatever the weight
  std::vector<std::uint16_t> round_;  // what next_round() hands out
  std::vector<Pace> paces_;
  std::uint32_t words_ = 0;          // a round's bitset
  std::uint32_t rounds_ = 0;         // in the calendar, which is a ring
  std::uint32_t now_ = 0;            // the present round, an index into the ring
  std::vector<std::uint64_t> due_;   // rounds_ x words_: who is due
  std::vector<std::uint64_t> busy_;  // one bit a round: somebody is due
};

}  // namespace guideway::balance
