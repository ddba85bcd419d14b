// Turns of few contenders. A crowd too small to search together (claim_together.h) can look ahead
// instead: each contender probes a fixed number of slots of its permutation, without branching on what
// it finds, and keeps those that are empty for its coming turns. What others have taken meanwhile is
// passed over.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "balance/maglev/board.h"

namespace guideway::balance {

class ClaimAhead {
 public:
  // `weights`: of each contender, which say how often its turn comes.
  ClaimAhead(Board& board, std::span<const std::uint32_t> weights);

  // Claims a slot for each of `turns`, in order, in which contenders may come again: claimed[i] for turns[i].
  void claim(std::span<const std::uint32_t> turns, std::uint32_t* claimed);

 private:
  static constexpr std::uint32_t kMost = 64;

  struct Ahead {
    Walk looked;           // up to where
    std::uint32_t probes;  // at a time: at most kMost
    std::uint32_t next = 0, end = 0;
    std::array<std::uint32_t, kMost + 1> slots;  // next .. end - 1 were empty when looked at
  };

  void look(Ahead& ahead) const;

  Board& board_;
  std::vector<Ahead> aheads_;
};

}  // namespace guideway::balance
