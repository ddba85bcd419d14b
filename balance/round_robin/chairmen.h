// Tijdeman's assignment as a schedule of jobs. States of a union take its chair in turn, in proportion to their
// weights. To be never further than 1 - 1/D from the ideal, D = 2 n - 2, a state with the share s = w / W has to take
// its k-th turn (k = 0, 1, ...) no earlier than (k + 1/D) / s and no later than the first turn after (k + 1 - 1/D) / s.
// These are jobs of one turn each, with a release and a deadline: earliest deadline first finds a schedule where there
// is one, and Tijdeman proved that there always is one, with every turn filled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace guideway::balance {

// Whose each turn of one period is: indexes into the weights, which are above 0, at most 65,536, without a common
// divisor, and sum up to at most kMaxPeriod. Of equal deadlines the first in order goes first.
std::vector<std::uint16_t> chairmen(std::span<const std::uint32_t> weights);

}  // namespace guideway::balance
