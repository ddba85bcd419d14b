// A table being filled: the permutations, how far each contender has come in its own, and which slots are taken.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "balance/maglev/slot_set.h"

namespace guideway::balance {

// A contender's way through its permutation.
struct Walk {
  std::uint32_t at;  // the slot claimed latest; before the first, where a step leads to the offset
  std::uint32_t skip;

  // Add and compare, as a division costs more than the probe, and without a branch: while at + skip is
  // below size, subtracting wraps around to something larger.
  void step(std::uint32_t size) {
    const std::uint32_t sum = at + skip;
    at = std::min(sum, sum - size);
  }
};

struct Board {
  std::uint32_t size;
  std::vector<Walk> walks;  // one a contender
  SlotSet taken;
  std::uint32_t left = size;  // slots not taken
};

}  // namespace guideway::balance
