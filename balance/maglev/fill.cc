#include "balance/maglev/fill.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "balance/maglev/board.h"
#include "balance/maglev/claim_ahead.h"
#include "balance/maglev/claim_together.h"
#include "balance/maglev/last_slots.h"
#include "balance/maglev/turns.h"

namespace guideway::balance {

namespace {

// How many turns there are for one of the heaviest contender: from so many on, claiming together is faster.
constexpr std::uint64_t kCrowd = 64;

// Turns to claim at a time, at most: as many as a buffer in the first-level cache holds.
constexpr std::uint32_t kPiece = 4096;

// Where the last slots begin: below, asking them all costs less than the size / left probes of a walk.
std::uint32_t last_slots_of(std::uint32_t size, Simd simd) {
  const double roots = simd == Simd::widest && gathers() ? 4 : 2;
  return static_cast<std::uint32_t>(roots * std::sqrt(size));
}

}  // namespace

template <class Slot>
std::vector<Slot> fill(std::uint32_t size, std::span<const Contender> contenders, std::uint32_t scale, Simd simd) {
  Board board{size, {}, SlotSet(size)};
  std::vector<Slot> slots(size), owners;
  std::vector<std::uint32_t> weights;
  board.walks.reserve(contenders.size());
  owners.reserve(contenders.size());
  weights.reserve(contenders.size());
  for (const auto& [offset, skip, weight, owner] : contenders) {
    board.walks.push_back({offset >= skip ? offset - skip : offset - skip + size, skip});
    owners.push_back(static_cast<Slot>(owner));
    weights.push_back(weight);
  }

  std::array<std::uint32_t, kPiece> claimed;
  const auto claim = [&](auto& way, std::span<const std::uint32_t> turns) {
    way.claim(turns, claimed.data());
    for (std::size_t i = 0; i < turns.size(); ++i) slots[claimed[i]] = owners[turns[i]];
    board.left -= static_cast<std::uint32_t>(turns.size());
  };

  Turns turns(weights, scale);
  const std::uint32_t last = last_slots_of(size, simd);
  const auto all = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  if (all >= kCrowd * std::ranges::max(weights)) {
    ClaimTogether together(board, simd);
    while (board.left > last)
      claim(together, turns.next_distinct(std::min({kPiece, board.left - last, std::max(board.left / 4, 64U)})));
  } else {
    ClaimAhead ahead(board, weights);
    while (board.left > last) claim(ahead, turns.next(std::min(kPiece, board.left - last)));
  }
  LastSlots rest(board, simd);
  while (board.left > 0) claim(rest, turns.next(std::min(kPiece, board.left)));
  return slots;
}

template std::vector<std::uint8_t> fill(std::uint32_t, std::span<const Contender>, std::uint32_t, Simd);
template std::vector<std::uint16_t> fill(std::uint32_t, std::span<const Contender>, std::uint32_t, Simd);
template std::vector<std::uint32_t> fill(std::uint32_t, std::span<const Contender>, std::uint32_t, Simd);

}  // namespace guideway::balance
