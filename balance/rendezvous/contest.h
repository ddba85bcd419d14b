// The inside of rendezvous hashing: who of many wins a hash.
//
// Among equal weights the largest draw wins (core/select/rendezvous.h), and only the winners of two weights need
// their logarithms compared. So entrants stand in columns, each of one weight, and eight columns side by side are a
// block: row by row, each lane keeps its column's largest draw. A weight with many entrants fills several columns; how
// deep columns may be is chosen when the contest is built, for the least work. One weight is then eight columns;
// all weights different, a block a row.
//
// At a block's end each lane has a lower bound of log / weight, in floating point (least_log.h), and keeps the
// least so far. No branch depends on a draw. The least of all is the favourite; its true log / weight, from
// the frozen table, is nearly always below the next one's bound, and then it has won. Otherwise (seldom,
// but for more than some ten thousand entrants, where logarithms are a few units) a second pass compares exactly all
// whose bounds come near. So the result is exact whatever floating point does.
//
// Whole ties cannot happen: the draws of two entrants are equal for one hash only if their seeds are, and then
// the same one of them loses every hash, and is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "balance/rendezvous/entrant.h"

namespace guideway::balance {

class Contest {
 public:
  static constexpr std::size_t kLanes = 8;

  struct alignas(64) Row {
    std::uint64_t lanes[kLanes];
  };
  struct Block {
    Row weights;
    Row inverses;     // 1 / weight, bits of doubles
    std::size_t end;  // in seeds, past its last row
  };

  // At least one entrant. Of entrants with equal seeds and weights the first one counts.
  explicit Contest(std::span<const Entrant> entrants);

  const Entrant& winner(std::uint64_t hash) const&;
  const Entrant& winner(std::uint64_t hash) const&& = delete;

 private:
  std::vector<Block> blocks_;
  std::vector<Row> seeds_;         // a short column repeats an entrant
  std::vector<Entrant> entrants_;  // whose they are
};

}  // namespace guideway::balance
