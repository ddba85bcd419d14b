// A table being filled: the permutations, how far each contender has come in its own, and the slots.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "balance/maglev/slot_set.h"

namespace guideway::balance {

// A contender's way through its permutation.
struct Walk {
  std::uint32_t next;  // the slot to look at next
  std::uint32_t skip;

  // Add and compare, as a division costs more than the probe, and without a branch: while next + skip is
  // below size, subtracting wraps around to something larger.
  void step(std::uint32_t size) {
    const std::uint32_t sum = next + skip;
    next = std::min(sum, sum - size);
  }
};

struct Board {
  std::uint32_t size;
  std::vector<Walk> walks;            // one a contender
  std::vector<std::uint16_t> owners;  // what a contender writes into its slots
  SlotSet taken;
  std::vector<std::uint16_t> slots;

  void claim(std::size_t contender, std::uint32_t slot) {
    taken.take(slot);
    slots[slot] = owners[contender];
  }
};

}  // namespace guideway::balance
