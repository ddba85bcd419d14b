// The end of filling a table. With f of `size` slots empty, a walk takes size / f probes to find one.
// But the j-th slot of a permutation is s = p + j * skip mod size, so an empty slot s is
// j = (s - p) / skip mod size steps away, and the next one is that with the smallest j: f
// multiplications in a row, without a branch, whatever the size.
//
// The remainder comes for free. Let q = 1 / skip mod size, as a fraction of `size` in units of 2^-48; then (s - p) * q,
// modulo one, is j / size. In a word of 64 bits that is a wrapping product, and its low 16 bits are left for the place
// of s in the list: the smallest of the words says which. Exactly: q is off by at most half a unit, so the product by
// less than 2^22, and one step is 2^48 / size > 2^25 units; j = 0 comes out as 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/maglev/board.h"
#include "balance/maglev/simd.h"

namespace guideway::balance {

class LastSlots {
 public:
  // At most 2^16 slots are left.
  LastSlots(Board& board, Simd simd);

  // Claims a slot for each of `turns`, in order, in which contenders may come again: claimed[i] for turns[i].
  void claim(std::span<const std::uint32_t> turns, std::uint32_t* claimed);

 private:
  void invert(std::span<const std::uint32_t> turns);
  std::uint32_t nearest(std::uint32_t from, std::uint64_t fraction) const;

  Board& board_;
  Simd simd_;
  std::size_t left_;
  std::vector<std::uint32_t> empty_;  // the empty slots in any order, then the first of them once more for each lane
  std::vector<std::uint64_t> fractions_;  // of each contender: q, and 16 bits of 0; or 0 where it is not known yet
};

}  // namespace guideway::balance
