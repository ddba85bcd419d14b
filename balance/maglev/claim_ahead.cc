#include "balance/maglev/claim_ahead.h"

#include <algorithm>
#include <numeric>

namespace guideway::balance {

// Looking p slots ahead finds about p * e / size of e empty ones, which last while the others take
// about p * e / size / share; so a fraction p / (2 * size * share) of them is stale when its turn comes,
// however full the board. The number of probes keeps that to one in twenty.
ClaimAhead::ClaimAhead(Board& board, std::span<const std::uint32_t> weights) : board_(board) {
  const auto all = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  aheads_.resize(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i)
    aheads_[i].probes = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(std::uint64_t{board.size} * weights[i] / (10 * all), 1, kMost));
}

void ClaimAhead::claim(std::span<const std::uint16_t> turns) {
  for (const auto contender : turns) {
    Ahead& ahead = aheads_[contender];
    std::uint32_t slot;
    do {
      while (ahead.next == ahead.end) look(board_.walks[contender], ahead);
      slot = ahead.slots[ahead.next++];
    } while (board_.taken.has(slot));
    board_.claim(contender, slot);
  }
}

void ClaimAhead::look(Walk& walk, Ahead& ahead) const {
  Walk at = walk;
  std::uint32_t end = 0;
  for (std::uint32_t probe = 0; probe < ahead.probes; ++probe) {
    ahead.slots[end] = at.next;
    end += !board_.taken.has(at.next);
    at.step(board_.size);
  }
  walk.next = at.next;
  ahead.next = 0;
  ahead.end = end;
}

void ClaimAhead::finish() {
  for (std::size_t i = 0; i < aheads_.size(); ++i)
    if (aheads_[i].next < aheads_[i].end) board_.walks[i].next = aheads_[i].slots[aheads_[i].next];
}

}  // namespace guideway::balance
