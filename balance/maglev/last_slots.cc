#include "balance/maglev/last_slots.h"

#include <algorithm>
#include <array>
#include <limits>

#include "balance/widest.h"

namespace guideway::balance {

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::uint32_t kPlaceBits = 16;

std::uint32_t multiply(std::uint64_t a, std::uint64_t b, std::uint32_t size) {
  return static_cast<std::uint32_t>(a * b % size);
}

// Fermat: a^(size - 2), as size is prime.
std::uint32_t inverse(std::uint32_t a, std::uint32_t size) {
  std::uint32_t result = 1;
  for (std::uint32_t exponent = size - 2; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0) result = multiply(result, a, size);
    a = multiply(a, a, size);
  }
  return result;
}

// a / size in units of 2^-48, rounded: a long division of two digits, as a * 2^48 would not fit.
std::uint64_t fraction_of(std::uint64_t a, std::uint32_t size) {
  constexpr std::uint32_t kFirst = 40, kSecond = 8;
  const std::uint64_t first = (a << kFirst) / size, rest = (a << kFirst) % size;
  return (first << kSecond) + ((rest << kSecond) + size / 2) / size;
}

// The smallest of slots[i] * fraction + i - start, modulo 2^64, over a list of whole lanes.
[[gnu::always_inline]] inline std::uint64_t smallest(std::span<const std::uint32_t> slots, std::uint64_t fraction,
                                                     std::uint64_t start) {
  std::array<std::uint64_t, kLanes> least;
  least.fill(std::numeric_limits<std::uint64_t>::max());
  for (std::size_t i = 0; i < slots.size(); i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      least[lane] = std::min(least[lane], slots[i + lane] * fraction + (i + lane - start));
  return std::ranges::min(least);
}

GUIDEWAY_WIDEST std::uint64_t smallest_widest(std::span<const std::uint32_t> slots, std::uint64_t fraction,
                                              std::uint64_t start) {
  return smallest(slots, fraction, start);
}

std::uint64_t smallest_plainly(std::span<const std::uint32_t> slots, std::uint64_t fraction, std::uint64_t start) {
  return smallest(slots, fraction, start);
}

}  // namespace

LastSlots::LastSlots(Board& board, Simd simd) : board_(board), simd_(simd), fractions_(board.walks.size()) {
  board.taken.for_each_free([&](std::uint32_t slot) { empty_.push_back(slot); });
  left_ = empty_.size();
  empty_.resize(left_ + kLanes, empty_.front());
}

void LastSlots::claim(std::span<const std::uint32_t> turns, std::uint32_t* claimed) {
  invert(turns);
  for (const auto contender : turns) {
    Walk& walk = board_.walks[contender];
    walk.step(board_.size);
    const auto place = nearest(walk.at, fractions_[contender]);
    walk.at = *claimed++ = empty_[place];
    empty_[place] = empty_[--left_];
    std::fill_n(empty_.begin() + static_cast<std::ptrdiff_t>(left_), kLanes, empty_.front());
  }
}

// Past the end of the list, the first slot stands again, at a later place: it never comes out as the smallest.
std::uint32_t LastSlots::nearest(std::uint32_t from, std::uint64_t fraction) const {
  const auto whole_lanes = std::span(empty_).first((left_ + kLanes - 1) / kLanes * kLanes);
  const auto least = (simd_ == Simd::none ? smallest_plainly : smallest_widest)(whole_lanes, fraction, from * fraction);
  return least % (1U << kPlaceBits);
}

// Learns the fractions of those who need one. All inverses for one: invert the product of all, then peel off one factor
// after another.
void LastSlots::invert(std::span<const std::uint32_t> turns) {
  struct Factor {
    std::uint32_t contender, product_before;
  };
  std::vector<Factor> factors;
  std::uint32_t product = 1;
  for (const auto contender : turns) {
    if (fractions_[contender] != 0) continue;
    fractions_[contender] = 1;  // known soon: a contender may come again
    factors.push_back({contender, product});
    product = multiply(product, board_.walks[contender].skip, board_.size);
  }
  if (factors.empty()) return;
  std::uint32_t rest = inverse(product, board_.size);
  while (!factors.empty()) {
    const auto [contender, before] = factors.back();
    factors.pop_back();
    fractions_[contender] = fraction_of(multiply(before, rest, board_.size), board_.size) << kPlaceBits;
    rest = multiply(rest, board_.walks[contender].skip, board_.size);
  }
}

}  // namespace guideway::balance
