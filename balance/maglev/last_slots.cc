#include "balance/maglev/last_slots.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "balance/widest.h"

namespace guideway::balance {

namespace {

constexpr std::size_t kLanes = 16;
constexpr double kGone = std::numeric_limits<double>::quiet_NaN();  // loses every comparison

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

// All inverses for one: invert the product of all, then peel off one factor after another.
std::vector<std::uint32_t> inverses_of_skips(const std::vector<Walk>& walks, std::uint32_t size) {
  std::vector<std::uint32_t> result;
  result.reserve(walks.size());
  std::uint32_t product = 1;
  for (const auto& walk : walks) {
    result.push_back(product);
    product = multiply(product, walk.skip, size);
  }
  std::uint32_t rest = inverse(product, size);
  for (std::size_t i = walks.size(); i-- > 0;) {
    result[i] = multiply(result[i], rest, size);
    rest = multiply(rest, walks[i].skip, size);
  }
  return result;
}

// The smallest number of steps of 1 / inverse from `from` to one of `slots`, whose number is a multiple of kLanes.
GUIDEWAY_WIDEST double fewest_steps(std::span<const double> slots, double from, double inverse, double size) {
  constexpr double kRound = 0x1.8p52;  // added and taken away, it leaves the nearest integer
  const double reciprocal = 1.0 / size;
  std::array<double, kLanes> fewest;
  fewest.fill(size);
  for (std::size_t i = 0; i < slots.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double product = (slots[i + lane] - from) * inverse;
      const double quotient = (product * reciprocal + kRound) - kRound;
      double steps = product - quotient * size;
      steps = steps < 0 ? steps + size : steps;
      fewest[lane] = steps < fewest[lane] ? steps : fewest[lane];
    }
  }
  return std::ranges::min(fewest);
}

}  // namespace

LastSlots::LastSlots(Board& board) : board_(board), inverses_(inverses_of_skips(board.walks, board.size)) {
  board.taken.for_each_free([&](std::uint32_t slot) {
    board_.slots[slot] = static_cast<std::uint16_t>(left_++);
    empty_.push_back(slot);
  });
  empty_.resize((left_ / kLanes + 1) * kLanes, kGone);
}

void LastSlots::claim(std::size_t contender) {
  Walk& walk = board_.walks[contender];
  const auto whole_lanes = (left_ + kLanes - 1) / kLanes * kLanes;
  const double steps = fewest_steps(std::span(empty_).first(whole_lanes), walk.next, inverses_[contender], board_.size);
  const auto slot = (walk.next + multiply(static_cast<std::uint64_t>(steps), walk.skip, board_.size)) % board_.size;
  walk.next = slot;

  // The last of the list moves into the place of the one claimed.
  const std::uint16_t place = board_.slots[slot];
  const double last = empty_[--left_];
  empty_[place] = last;
  empty_[left_] = kGone;
  board_.slots[static_cast<std::uint32_t>(last)] = place;
  board_.claim(contender, slot);
}

}  // namespace guideway::balance
