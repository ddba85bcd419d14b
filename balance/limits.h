// How large a table and a list may be, the same for every policy that says nothing else. The bounds are part of the
// contract: every number that building or picking needs stays exact in 64 bits below them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace guideway::balance {

inline constexpr std::uint32_t kMaxTableSize = 5'000'011;   // slots, a prime
inline constexpr std::size_t kMaxBackends = kMaxTableSize;  // one a slot
inline constexpr std::uint32_t kMaxWeightScale = 1'000;

}  // namespace guideway::balance
