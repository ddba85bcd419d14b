// Turns of many contenders at once. One after another, each search ends in a branch that no predictor
// can learn, and that miss costs more than the search. Here all look for their first empty slot in the
// same board, in passes over those who have not found one yet, without a branch that depends on a slot.
// Then each claims what it found, in order of turns; where an earlier turn was faster, which is rare
// while the board is much larger than the crowd, it searches on as usual.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/maglev/board.h"

namespace guideway::balance {

class ClaimTogether {
 public:
  explicit ClaimTogether(Board& board) : board_(board), searching_(board.walks.size()) {}

  // Claims a slot for each of `turns`, distinct contenders, in order.
  void claim(std::span<const std::uint16_t> turns);

 private:
  void find(std::span<const std::uint16_t> turns);

  Board& board_;
  std::vector<std::uint16_t> searching_;
};

}  // namespace guideway::balance
