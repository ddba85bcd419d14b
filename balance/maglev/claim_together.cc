#include "balance/maglev/claim_together.h"

#include <algorithm>
#include <array>

#include "balance/widest.h"

namespace guideway::balance {

namespace {

// Enough independent searches to hide the time that a gather takes.
constexpr std::size_t kLanes = 64;

// So few do not fill the lanes: they search one by one, as they claim.
constexpr std::size_t kFew = 16;

struct Search {
  Walk* walks;
  const std::uint32_t* taken;
  std::uint32_t size;
  std::uint32_t probes;  // at a visit
};

// Visits those searching: moves each walk on until it meets an empty slot, but by no more than `probes` steps. Leaves
// those in the list who found none, and returns how many. Reads the list up to whole lanes.
[[gnu::always_inline]] inline std::size_t visit(const Search& search, std::uint32_t* searching, std::size_t count) {
  const auto [walks, taken, size, probes] = search;
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

GUIDEWAY_WIDEST std::size_t visit_widest(const Search& search, std::uint32_t* searching, std::size_t count) {
  return visit(search, searching, count);
}

std::size_t visit_plainly(const Search& search, std::uint32_t* searching, std::size_t count) {
  return visit(search, searching, count);
}

}  // namespace

ClaimTogether::ClaimTogether(Board& board, Simd simd)
    : board_(board), simd_(simd), searching_((board.walks.size() / kLanes + 1) * kLanes) {}

void ClaimTogether::claim(std::span<const std::uint32_t> turns, std::uint32_t* claimed) {
  const Search search{board_.walks.data(), board_.taken.words(), board_.size,
                      std::min(board_.size / board_.left + 1, 64U)};
  std::ranges::copy(turns, searching_.begin());
  std::size_t count = turns.size();
  do count = (simd_ == Simd::none ? visit_plainly : visit_widest)(search, searching_.data(), count);
  while (count > kFew);

  for (const auto contender : turns) {
    Walk& walk = board_.walks[contender];
    while (board_.taken.has(walk.at)) [[unlikely]]
      walk.step(board_.size);
    board_.taken.take(walk.at);
    *claimed++ = walk.at;
  }
}

}  // namespace guideway::balance
