#include "balance/maglev/fill.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "balance/maglev/board.h"
#include "balance/maglev/claim_ahead.h"
#include "balance/maglev/claim_together.h"
#include "balance/maglev/last_slots.h"
#include "balance/maglev/turns.h"

namespace guideway::balance {

namespace {

// How many turns there are for one of the heaviest contender: from so many on, claiming together is faster.
constexpr std::uint64_t kCrowd = 64;

// Where the last slots begin: below, asking them all costs less than the size / left probes of a walk.
std::uint32_t last_slots_of(std::uint32_t size) { return static_cast<std::uint32_t>(2 * std::sqrt(size)); }

// Turns as one long sequence, cut into pieces at will; no piece holds a contender twice.
class Pieces {
 public:
  explicit Pieces(Turns turns) : turns_(std::move(turns)) {}

  std::span<const std::uint16_t> next(std::size_t most) {
    if (rest_.empty()) rest_ = turns_.next();
    const auto piece = rest_.first(std::min(most, rest_.size()));
    rest_ = rest_.subspan(piece.size());
    return piece;
  }

 private:
  Turns turns_;
  std::span<const std::uint16_t> rest_;
};

}  // namespace

std::vector<std::uint16_t> fill(std::uint32_t size, std::span<const Contender> contenders, std::uint32_t scale) {
  Board board{size, {}, {}, SlotSet(size), std::vector<std::uint16_t>(size)};
  std::vector<std::uint32_t> weights;
  board.walks.reserve(contenders.size());
  board.owners.reserve(contenders.size());
  weights.reserve(contenders.size());
  for (const auto& [offset, skip, weight, owner] : contenders) {
    board.walks.push_back({offset, skip});
    board.owners.push_back(owner);
    weights.push_back(weight);
  }
  Pieces pieces(Turns(weights, scale));

  const std::uint32_t last = last_slots_of(size);
  std::uint32_t left = size;
  const auto claim_until_last = [&](auto& way, std::uint32_t most_of) {
    while (left > last) {
      const auto turns = pieces.next(std::min(left - last, std::max(left / most_of, 64U)));
      way.claim(turns);
      left -= static_cast<std::uint32_t>(turns.size());
    }
  };
  const auto all = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  if (all >= kCrowd * std::ranges::max(weights)) {
    ClaimTogether together(board);
    claim_until_last(together, 4);
  } else {
    ClaimAhead ahead(board, weights);
    claim_until_last(ahead, 1);
    ahead.finish();
  }

  for (LastSlots slots(board); slots.left() > 0;) slots.claim(pieces.next(1).front());
  return std::move(board.slots);
}

}  // namespace guideway::balance
