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
#include <span>
#include <vector>

#include "balance/slot_set.h"
#include "balance/walk.h"

namespace guideway::balance {

class LastSlots {
 public:
  // `slots` is the table so far; each entry of a slot not taken is used as its place in the list below
  // until it is claimed.
  LastSlots(const SlotSet& taken, std::span<const Walk> walks, std::span<std::uint16_t> slots);

  std::uint32_t left() const { return left_; }

  // Claims for `owner` the first empty slot on the way of contender `index`.
  void claim(std::size_t index, Walk& walk, std::uint16_t owner);

 private:
  std::uint32_t distance(double from, double inverse) const;

  std::span<std::uint16_t> slots_;
  std::uint32_t size_;
  std::uint32_t left_ = 0;
  std::vector<double> empty_;            // the empty slots in any order, then not-a-numbers up to whole lanes
  std::vector<std::uint32_t> inverses_;  // of each contender's skip, modulo size
};

}  // namespace guideway::balance
