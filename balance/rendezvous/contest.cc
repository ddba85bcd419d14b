#include "balance/rendezvous/contest.h"

#include <algorithm>

#include "balance/rendezvous/columns.h"
#include "balance/widest.h"
#include "core/select/rendezvous.h"

namespace guideway::balance {

namespace {

constexpr std::size_t kLanes = Contest::kLanes;
constexpr std::size_t kStep = 4;  // what a block's end costs, in rows (measured)

using Lanes = std::uint64_t[kLanes];

// The winner's place in `seeds`. Every loop over lanes becomes one instruction of vectors, or a few.
GUIDEWAY_WIDEST std::size_t place_of_winner(const Contest::Block* block, const Contest::Block* last,
                                            const std::uint64_t* seeds, std::uint64_t hash) {
  alignas(64) Lanes best_log, best_draw, best_weight, best_place;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    best_log[lane] = 1, best_weight[lane] = 0;  // loses to all
    best_draw[lane] = best_place[lane] = 0;
  }
  std::size_t row = 0;
  for (; block != last; ++block) {
    const auto& [weights, end] = *block;
    alignas(64) Lanes draw, place, log;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      draw[lane] = core::rendezvous_draw(hash, seeds[row + lane]);
      place[lane] = row;
    }
    for (row += kLanes; row < end; row += kLanes)
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const auto other = core::rendezvous_draw(hash, seeds[row + lane]);
        place[lane] = other > draw[lane] ? row : place[lane];
        draw[lane] = std::max(other, draw[lane]);
      }
    for (std::size_t lane = 0; lane < kLanes; ++lane) log[lane] = core::minus_log2(draw[lane]);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const auto here = log[lane] * best_weight[lane], there = best_log[lane] * weights[lane];
      const bool better = (here < there) | ((here == there) & (draw[lane] > best_draw[lane]));
      best_log[lane] = better ? log[lane] : best_log[lane];
      best_draw[lane] = better ? draw[lane] : best_draw[lane];
      best_weight[lane] = better ? weights[lane] : best_weight[lane];
      best_place[lane] = better ? place[lane] : best_place[lane];
    }
  }
  std::size_t best = 0;
  for (std::size_t lane = 1; lane < kLanes; ++lane) {
    const auto here = best_log[lane] * best_weight[best], there = best_log[best] * best_weight[lane];
    if (here < there || (here == there && best_draw[lane] > best_draw[best])) best = lane;
  }
  return best_place[best] + best;
}

}  // namespace

Contest::Contest(std::span<const Entrant> entrants) {
  const auto sorted = by_weight(entrants);
  const auto columns = columns_of(sorted, kLanes, kStep);
  for (std::size_t first = 0; first < columns.size(); first += kLanes) {
    const auto column = [&](std::size_t lane) { return columns[std::min(first + lane, columns.size() - 1)]; };
    Block block{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) block.weights[lane] = column(lane).front().weight;
    for (std::size_t row = 0; row < column(0).size(); ++row)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        entrants_.push_back(column(lane)[std::min(row, column(lane).size() - 1)]);
    block.end = entrants_.size();
    blocks_.push_back(block);
  }
  for (const auto& entrant : entrants_) seeds_.push_back(entrant.seed);
}

Winner Contest::winner(std::uint64_t hash) const {
  const auto& [seed, weight, index] =
      entrants_[place_of_winner(blocks_.data(), blocks_.data() + blocks_.size(), seeds_.data(), hash)];
  return {core::rendezvous_draw(hash, seed), weight, index};
}

}  // namespace guideway::balance
