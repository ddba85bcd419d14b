// Who takes part in a contest.
#pragma once

#include <cstdint>

namespace guideway::balance {

struct Entrant {
  std::uint64_t seed;
  std::uint32_t weight;  // above 0
  std::uint32_t index;   // what the winner is known by
};

}  // namespace guideway::balance
