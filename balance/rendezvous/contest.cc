#include "balance/rendezvous/contest.h"

#include <algorithm>
#include <limits>

#include "balance/rendezvous/columns.h"
#include "balance/rendezvous/least_log.h"
#include "balance/widest.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"

namespace guideway::balance {

namespace {

using Row = Contest::Row;
using Block = Contest::Block;
using Lanes [[gnu::vector_size(sizeof(Row))]] = std::uint64_t;
using Reals [[gnu::vector_size(sizeof(Row))]] = double;

constexpr std::size_t kStep = 2;  // what a block's end costs, in rows (measured)

// Keys are lower bounds of log / weight, as bits of doubles, which are in order as integers are, too; the last
// three bits tell the lane instead.
constexpr double kNobody = std::numeric_limits<double>::infinity();  // the inverse in a lane without a column
constexpr std::uint64_t kLaneBits = Contest::kLanes - 1, kNoKey = ~std::uint64_t{0};

// The largest draw of each column of a block, its row, and its key. `row` goes from the block's first to the next
// one's.
GUIDEWAY_INLINE void run(const Block& block, const Row* seeds, std::uint64_t hash, std::uint64_t& row, Lanes& draw,
                         Lanes& at, Lanes& key) {
  draw = __builtin_bit_cast(Lanes, seeds[row]) ^ hash;
  at = Lanes{} + row;
  core::mix_in_place(draw);
  while (++row < block.end) {
    Lanes other = __builtin_bit_cast(Lanes, seeds[row]) ^ hash;
    core::mix_in_place(other);
    at = other > draw ? Lanes{} + row : at;
    draw = other > draw ? other : draw;
  }
  const auto draws = __builtin_bit_cast(Row, draw);
  Lanes zeros;
  for (std::size_t lane = 0; lane < Contest::kLanes; ++lane)
    zeros[lane] = static_cast<std::uint64_t>(__builtin_clzll(draws.lanes[lane] | 1));
  Reals log;
  least_log(draw, zeros, log);
  constexpr Lanes lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  key = (__builtin_bit_cast(Lanes, Reals{log * __builtin_bit_cast(Reals, block.inverses)}) & ~kLaneBits) | lanes;
}

GUIDEWAY_INLINE std::uint64_t least(const Lanes& lanes) {
  std::uint64_t result = kNoKey;
  for (const auto lane : __builtin_bit_cast(Row, lanes).lanes) result = std::min(result, lane);
  return result;
}

struct Favourite {
  std::uint64_t place;     // among entrants
  std::uint64_t next_key;  // the least of all others
};

// Whose key is the least: nearly always the winner.
GUIDEWAY_WIDEST Favourite favourite(const Block* block, const Block* last, const Row* seeds, std::uint64_t hash) {
  Lanes best = Lanes{} + kNoKey, next = best, best_at{}, draw{}, at{}, key{};
  for (std::uint64_t row = 0; block != last; ++block) {
    run(*block, seeds, hash, row, draw, at, key);
    const Lanes worse = key < best ? best : key;
    next = worse < next ? worse : next;
    best_at = key < best ? at : best_at;
    best = key < best ? key : best;
  }
  const std::uint64_t key_of_all = least(best), lane = key_of_all & kLaneBits;
  best = best == key_of_all ? next : best;
  next = best < next ? best : next;
  return {__builtin_bit_cast(Row, best_at).lanes[lane] * Contest::kLanes + lane, least(next)};
}

// Above log / weight of a draw, below or equal to its key where that could be less.
std::uint64_t key_above(std::uint64_t log, double weight) {
  return __builtin_bit_cast(std::uint64_t, static_cast<double>(log) * (0x1p-26 + 0x1p-66) / weight) | kLaneBits;
}

// The winner's place, where others come near the favourite: those whose keys allow it are compared exactly.
GUIDEWAY_WIDEST std::uint64_t winner_near(std::uint64_t place, const Block* block, const Block* last, const Row* seeds,
                                          std::uint64_t limit, core::Draw best, std::uint64_t hash) {
  Lanes draw{}, at{}, key{};
  for (std::uint64_t row = 0; block != last; ++block) {
    run(*block, seeds, hash, row, draw, at, key);
    for (std::size_t lane = 0; lane < Contest::kLanes; ++lane) {
      const core::Draw other{draw[lane], static_cast<std::uint32_t>(block->weights.lanes[lane])};
      if (key[lane] > limit || !core::beats(other, best)) continue;
      best = other;
      place = at[lane] * Contest::kLanes + lane;
    }
  }
  return place;
}

}  // namespace

Contest::Contest(std::span<const Entrant> entrants) {
  const auto sorted = by_weight(entrants);
  const auto columns = columns_of(sorted, kLanes, kStep);
  for (std::size_t first = 0; first < columns.size(); first += kLanes) {
    const auto column = [&](std::size_t lane) { return columns[std::min(first + lane, columns.size() - 1)]; };
    Block block{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      block.weights.lanes[lane] = column(lane).front().weight;
      const bool column_here = first + lane < columns.size();
      block.inverses.lanes[lane] =
          __builtin_bit_cast(std::uint64_t, column_here ? 1.0 / column(lane).front().weight : kNobody);
    }
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
  const auto first = blocks_.data(), last = first + blocks_.size();
  const auto [place, next_key] = favourite(first, last, seeds_.data(), hash);
  const auto& [seed, weight, index] = entrants_[place];
  const auto draw = core::rendezvous_draw(hash, seed);
  const auto limit = key_above(core::minus_log2(draw), weight);
  if (limit < next_key) return entrants_[place];
  return entrants_[winner_near(place, first, last, seeds_.data(), limit, {draw, weight}, hash)];
}

}  // namespace guideway::balance
