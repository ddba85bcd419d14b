// Filling a Maglev table: contenders in turns, each claiming the first empty slot of its own
// permutation. The loop of the paper spends its time in two ways, and so there are two phases:
//
// - Early, most probes hit, and the cost is the branch that ends each search, which no predictor can
//   learn. A crowd searches together without such branches (claim_together.h); few contenders look
//   ahead instead (claim_ahead.h).
// - Late, most probes miss: the last few sqrt(size) slots take more than half of all probes. Then the
//   question is turned round: which of the few empty slots comes next (last_slots.h)?
//
// The table is the sequential one, slot for slot; bench/README.md says what else was tried.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/maglev/simd.h"

namespace guideway::balance {

// Somebody with a weight: its permutation is offset, offset + skip, offset + 2 skip, ... mod size.
struct Contender {
  std::uint32_t offset;  // 0 .. size - 1
  std::uint32_t skip;    // 1 .. size - 1
  std::uint32_t weight;  // 1 .. scale
  std::uint32_t owner;   // what its slots hold
};

// `size` is a prime up to kMaxTableSize; `contenders`, in order of turns, are between 1 and `size`. A Slot,
// std::uint8_t, std::uint16_t or std::uint32_t, holds every owner.
template <class Slot>
std::vector<Slot> fill(std::uint32_t size, std::span<const Contender> contenders, std::uint32_t scale,
                       Simd simd = Simd::widest);

}  // namespace guideway::balance
