// The end of filling a table. With f of `size` slots empty, a walk takes size / f probes to find one.
// But the j-th slot of a permutation is s = p + j * skip mod size, so an empty slot s is
// j = (s - p) / skip mod size steps away, and the next one is that with the smallest j: f
// multiplications in a row, without a branch, whatever the size.
//
// The residues are computed in doubles, which vectorise everywhere: |s - p| < 2^23 and 1 / skip < 2^23,
// so the product is exact; the quotient, rounded to the nearest integer, is at most one half (and a
// rounding error) away from the true one, so what remains is exact and within +-(size / 2 + 1).
#pragma once

#include <cstdint>
#include <vector>

#include "balance/maglev/board.h"

namespace guideway::balance {

class LastSlots {
 public:
  // Until it is claimed, an empty slot's entry in board.slots holds its place in the list of empty ones.
  explicit LastSlots(Board& board);

  std::uint32_t left() const { return left_; }
  void claim(std::size_t contender);

 private:
  Board& board_;
  std::uint32_t left_ = 0;
  std::vector<double> empty_;            // the empty slots in any order, then not-a-numbers up to whole lanes
  std::vector<std::uint32_t> inverses_;  // of each contender's skip, modulo size
};

}  // namespace guideway::balance
