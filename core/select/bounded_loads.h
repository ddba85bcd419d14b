// How much a backend may hold at most, in consistent hashing with bounded loads (Mirrokni, Thorup and
// Zadimoghaddam, SODA 2018): with `total` held by all, of weights that sum up to `weights`, one of weight w may
// hold ceil((1 + epsilon) * total * w / weights). Contract "Bounded loads, v1" of ARCHITECTURE.md.
//
// Exact in 64 bits within these bounds: weights of at most 1,000, backends up to 65,535, epsilon up to 1,000
// percent, loads below 2^31, their total below 2^32. The question is asked without a division: an integer is below
// ceil(a / b) when it is below a / b.
#pragma once

#include <stdint.h>

#include "core/select/load.h"
#include "core/wire/inline.h"

namespace guideway::core {

// Whether a backend is below its cap and may take one more. `total` counts that one too.
GUIDEWAY_INLINE constexpr bool below_cap(Load backend, uint64_t total, uint64_t weights, uint32_t epsilon_percent) {
  return backend.load * (100 * weights) < (100 + epsilon_percent) * total * backend.weight;
}

GUIDEWAY_INLINE constexpr uint64_t cap_of(uint32_t weight, uint64_t total, uint64_t weights, uint32_t epsilon_percent) {
  return ((100 + epsilon_percent) * total * weight + 100 * weights - 1) / (100 * weights);
}

}  // namespace guideway::core
