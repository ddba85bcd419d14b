// A contender's way through its permutation.
#pragma once

#include <cstdint>

namespace guideway::balance {

struct Walk {
  std::uint32_t next;  // the slot to look at next
  std::uint32_t skip;

  // Add and compare: a division a probe costs more than the probe.
  void step(std::uint32_t size) {
    const std::uint32_t sum = next + skip;
    next = sum >= size ? sum - size : sum;
  }
};

}  // namespace guideway::balance
