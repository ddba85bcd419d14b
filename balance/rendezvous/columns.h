// Entrants put in columns, each of one weight, for a contest whose lanes each work through one column.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "balance/rendezvous/entrant.h"

namespace guideway::balance {

// In order of weight, without those that lose every hash: of equal seeds and weights the first one stays.
std::vector<Entrant> by_weight(std::span<const Entrant> entrants);

using Column = std::span<const Entrant>;

// `sorted` cut into columns, the deepest first. `lanes` columns make a block, which costs as many rows as its first
// column is deep, and `step` rows more; the cut is the one of least cost among depths of 1, 2, 4, ...
std::vector<Column> columns_of(std::span<const Entrant> sorted, std::size_t lanes, std::size_t step);

}  // namespace guideway::balance
