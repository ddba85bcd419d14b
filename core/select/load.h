// Loads relative to weights. A backend's load is what it holds at a time (connections, requests), and of two
// backends the lighter is the one that would be less loaded, for its weight, with one more: (load + 1) / weight.
// The one counts: at rest, a backend of weight 100 goes before one of weight 1. Compared crosswise, as 32-bit
// factors with 64-bit products: no division, and the same answer in every home.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

struct Load {
  uint32_t load;
  uint32_t weight;
};

// Whether a would be the less loaded. Nobody is lighter than oneself; weight 0 is heavier than any weight.
GUIDEWAY_INLINE constexpr bool lighter(Load a, Load b) {
  return (a.load + uint64_t{1}) * b.weight < (b.load + uint64_t{1}) * a.weight;
}

}  // namespace guideway::core
