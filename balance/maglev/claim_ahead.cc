#include "balance/maglev/claim_ahead.h"

#include <algorithm>
#include <numeric>

namespace guideway::balance {

// Looking p slots ahead finds about p * e / size of e empty ones, which last while the others take
// about p * e / size / share; so a fraction p / (2 * size * share) of them is stale when its turn comes,
// however full the board. The number of probes keeps that to one in twenty.
ClaimAhead::ClaimAhead(Board& board, std::span<const std::uint32_t> weights) : board_(board), aheads_(weights.size()) {
  const auto all = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  for (std::size_t i = 0; i < weights.size(); ++i) {
    aheads_[i].looked = board.walks[i];
    aheads_[i].probes = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(std::uint64_t{board.size} * weights[i] / (10 * all), 1, kMost));
  }
}

void ClaimAhead::claim(std::span<const std::uint32_t> turns, std::uint32_t* claimed) {
  for (const auto contender : turns) {
    Ahead& ahead = aheads_[contender];
    std::uint32_t slot;
    do {
      while (ahead.next == ahead.end) look(ahead);
      slot = ahead.slots[ahead.next++];
    } while (board_.taken.has(slot));
    board_.taken.take(slot);
    board_.walks[contender].at = slot;
    *claimed++ = slot;
  }
}

void ClaimAhead::look(Ahead& ahead) const {
  Walk walk = ahead.looked;
  std::uint32_t end = 0;
  for (std::uint32_t probe = 0; probe < ahead.probes; ++probe) {
    walk.step(board_.size);
    ahead.slots[end] = walk.at;
    end += !board_.taken.has(walk.at);
  }
  ahead.looked = walk;
  ahead.next = 0;
  ahead.end = end;
}

}  // namespace guideway::balance
