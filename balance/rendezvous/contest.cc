#include "balance/rendezvous/contest.h"

#include <algorithm>

#include "balance/rendezvous/columns.h"
#include "balance/rendezvous/least_log.h"
#include "balance/widest.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"

namespace guideway::balance {

namespace {

using Row = Contest::Row;
using Lanes [[gnu::vector_size(sizeof(Row))]] = std::uint64_t;

constexpr std::size_t kStep = 2;  // what a block's end costs, in rows (measured)

// The winner's place among entrants.
GUIDEWAY_WIDEST std::size_t place_of_winner(const Contest::Block* block, const Contest::Block* last, const Row* seeds,
                                            std::uint64_t hash) {
  std::uint64_t best_log = 1, best_weight = 0, best_draw = 0;  // loses to all
  std::size_t best_place = 0, row = 0;
  for (; block != last; ++block) {
    Lanes draw = __builtin_bit_cast(Lanes, seeds[row]) ^ hash, at = Lanes{} + row;
    core::mix_in_place(draw);
    while (++row < block->end) {
      Lanes other = __builtin_bit_cast(Lanes, seeds[row]) ^ hash;
      core::mix_in_place(other);
      at = other > draw ? Lanes{} + row : at;
      draw = other > draw ? other : draw;
    }

    const auto draws = __builtin_bit_cast(Row, draw);
    Lanes zeros, log;
    for (std::size_t lane = 0; lane < Contest::kLanes; ++lane)
      zeros[lane] = static_cast<std::uint64_t>(__builtin_clzll(draws.lanes[lane] | 1));
    least_log(draw, zeros, log);
    const auto could =
        __builtin_bit_cast(Row, log * best_weight <= __builtin_bit_cast(Lanes, block->weights) * best_log);
    std::uint64_t any = 0;
    for (const auto lane : could.lanes) any |= lane;
    if (any == 0) continue;

    const auto rows = __builtin_bit_cast(Row, at);
    for (std::size_t lane = 0; lane < Contest::kLanes; ++lane) {
      if (could.lanes[lane] == 0) continue;
      const std::uint64_t log_here = core::minus_log2(draws.lanes[lane]), weight = block->weights.lanes[lane];
      const auto here = log_here * best_weight, there = best_log * weight;
      if (here > there || (here == there && draws.lanes[lane] <= best_draw)) continue;
      best_log = log_here, best_weight = weight, best_draw = draws.lanes[lane];
      best_place = rows.lanes[lane] * Contest::kLanes + lane;
    }
  }
  return best_place;
}

}  // namespace

Contest::Contest(std::span<const Entrant> entrants) {
  const auto sorted = by_weight(entrants);
  const auto columns = columns_of(sorted, kLanes, kStep);
  for (std::size_t first = 0; first < columns.size(); first += kLanes) {
    const auto column = [&](std::size_t lane) { return columns[std::min(first + lane, columns.size() - 1)]; };
    Block block{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) block.weights.lanes[lane] = column(lane).front().weight;
    for (std::size_t row = 0; row < column(0).size(); ++row) {
      Row seeds;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const auto& entrant = column(lane)[std::min(row, column(lane).size() - 1)];
        entrants_.push_back(entrant);
        seeds.lanes[lane] = entrant.seed;
      }
      seeds_.push_back(seeds);
    }
    block.end = seeds_.size();
    blocks_.push_back(block);
  }
}

const Entrant& Contest::winner(std::uint64_t hash) const& {
  return entrants_[place_of_winner(blocks_.data(), blocks_.data() + blocks_.size(), seeds_.data(), hash)];
}

}  // namespace guideway::balance
