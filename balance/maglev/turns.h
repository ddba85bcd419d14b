// Who takes a turn when. Round r = 1, 2, ...: contender i takes a turn when r * w_i >= t_i, and t_i
// (at first 0) then grows by the scale. Read literally, that asks every contender in every round, and
// with weights far below the scale nearly all of those questions are in vain. But it says in which round the k-th turn
// after the first comes: at max(k + 1, ceil(k * scale / w)). So in round 1 all take one; and what happens in rounds 2
// to scale + 1, where each takes w, happens again and again. These turns are put in order by counting (a round's turns,
// then where they begin, then each contender's in its place), as far as the table needs them, and once: the rest is
// repetition. Rejected: a heap (a logarithm a turn), and a calendar of the coming rounds (more work a turn:
// bench/README.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace guideway::balance {

class Turns {
 public:
  // Weights from 1 to `scale`, one a contender, at least one.
  Turns(std::span<const std::uint32_t> weights, std::uint32_t scale);

  // The next turns, in order: at least one and at most `most`. The span holds until the next call.
  std::span<const std::uint32_t> next(std::size_t most);

  // The same, but so few that no contender comes twice.
  std::span<const std::uint32_t> next_distinct(std::size_t most);

 private:
  struct Class {  // the contenders of one weight
    std::uint32_t weight, count;
    std::uint32_t turn = 1;          // the number of its next turn, which is not in turns_ yet
    std::size_t begin = 0, end = 0;  // in rounds_: when it takes turns, of those being put in order
  };

  void refill();
  void append(std::uint32_t rounds);
  void repeat();

  std::uint32_t scale_;
  std::uint32_t window_;          // so many rounds in a row hold nobody twice
  std::uint64_t per_period_ = 0;  // turns
  std::vector<Class> classes_;
  std::vector<std::uint16_t> class_of_;  // each contender's

  std::vector<std::uint32_t> turns_;    // put in order: of round 1, then of rounds up to round_ of the period
  std::vector<std::size_t> ends_;       // of windows in turns_
  std::size_t at_ = 0, window_at_ = 0;  // the next turn, and the end of its window
  std::uint32_t round_ = 1;
  bool whole_period_ = false;  // that is what turns_ holds, once or several times

  std::vector<std::uint16_t> rounds_;  // scratch of append()
  std::vector<std::size_t> place_;
};

}  // namespace guideway::balance
