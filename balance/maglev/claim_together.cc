#include "balance/maglev/claim_together.h"

#include <algorithm>
#include <array>

#include "balance/widest.h"

namespace guideway::balance {

namespace {

// So few do not fill the lanes: they search on one by one, as they claim.
constexpr std::size_t kFew = 16;

// Enough independent searches to hide the time that a gather takes.
constexpr std::size_t kLanes = 64;

// Visits those searching: moves each walk on until it meets an empty slot, but by no more than `probes` steps. Leaves
// those in the list who found none, and returns how many. Reads the list up to whole lanes. Worth it only where the
// compiler can gather lanes into a vector: this is plain C++, but it is written to become that.
GUIDEWAY_WIDEST std::size_t visit_in_lanes(Walk* walks, const std::uint32_t* taken, std::uint32_t size,
                                           std::uint32_t probes, std::uint32_t* searching, std::size_t count) {
  std::size_t left = 0;
  for (std::size_t begin = 0; begin < count; begin += kLanes) {
    std::array<std::uint32_t, kLanes> at, skip;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      Walk walk = walks[searching[begin + lane]];
      skip[lane] = walk.skip;
      walk.step(size);
      at[lane] = walk.at;
    }
    for (std::uint32_t probe = 1; probe < probes; ++probe)
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t sum = at[lane] + skip[lane], next = std::min(sum, sum - size);
        at[lane] += (next - at[lane]) & -SlotSet::has(taken, at[lane]);
      }
    const std::size_t end = std::min(kLanes, count - begin);
    for (std::size_t lane = 0; lane < end; ++lane) {
      const auto contender = searching[begin + lane];
      walks[contender].at = at[lane];
      searching[left] = contender;
      left += SlotSet::has(taken, at[lane]);
    }
  }
  return left;
}

// The same with one probe.
std::size_t visit(Walk* walks, const std::uint32_t* taken, std::uint32_t size, std::uint32_t* searching,
                  std::size_t count) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto contender = searching[i];
    Walk walk = walks[contender];
    walk.step(size);
    walks[contender].at = walk.at;
    searching[left] = contender;
    left += SlotSet::has(taken, walk.at);
  }
  return left;
}

}  // namespace

ClaimTogether::ClaimTogether(Board& board, Simd simd)
    : board_(board),
      lanes_(simd == Simd::widest && gathers()),
      searching_((board.walks.size() / kLanes + 1) * kLanes) {}

void ClaimTogether::claim(std::span<const std::uint32_t> turns, std::uint32_t* claimed) {
  Walk* const walks = board_.walks.data();
  const std::uint32_t* const taken = board_.taken.words();
  const std::uint32_t probes = std::min(board_.size / board_.left + 1, 64U);
  std::ranges::copy(turns, searching_.begin());
  std::size_t count = turns.size();
  do
    count = lanes_ ? visit_in_lanes(walks, taken, board_.size, probes, searching_.data(), count)
                   : visit(walks, taken, board_.size, searching_.data(), count);
  while (count > (lanes_ ? kFew : 0));

  for (const auto contender : turns) {
    Walk& walk = board_.walks[contender];
    while (board_.taken.has(walk.at)) [[unlikely]]
      walk.step(board_.size);
    board_.taken.take(walk.at);
    *claimed++ = walk.at;
  }
}

}  // namespace guideway::balance
