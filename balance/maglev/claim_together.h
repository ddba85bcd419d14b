// Turns of many contenders at once. One after another, each search ends in a branch that no predictor
// can learn, and that miss costs more than the search. Here all look for their first empty slot in the
// same board, some probes at a time, in passes over those who have not found one yet, without a branch that depends on
// a slot: the lanes of a vector, where the machine has them. Then each claims what it found, in order of turns; where
// an earlier turn was faster, which is rare while the board is much larger than the crowd, it searches on as usual.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/maglev/board.h"
#include "balance/maglev/simd.h"

namespace guideway::balance {

class ClaimTogether {
 public:
  ClaimTogether(Board& board, Simd simd);

  // Claims a slot for each of `turns`, distinct contenders, in order: claimed[i] for turns[i].
  void claim(std::span<const std::uint32_t> turns, std::uint32_t* claimed);

 private:
  Board& board_;
  bool lanes_;
  std::vector<std::uint32_t> searching_;
};

}  // namespace guideway::balance
