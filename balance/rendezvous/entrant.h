// Who takes part in a contest, and who has won it.
#pragma once

#include <cstdint>

namespace guideway::balance {

struct Entrant {
  std::uint64_t seed;
  std::uint32_t weight;  // above 0
  std::uint32_t index;   // what the winner is known by
};

struct Winner {
  std::uint64_t draw;
  std::uint32_t weight;
  std::uint32_t index;
};

}  // namespace guideway::balance
