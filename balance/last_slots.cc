#include "balance/last_slots.h"

#include <algorithm>
#include <array>
#include <limits>

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
std::vector<std::uint32_t> inverses_of_skips(std::span<const Walk> walks, std::uint32_t size) {
  std::vector<std::uint32_t> result;
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

}  // namespace

LastSlots::LastSlots(const SlotSet& taken, std::span<const Walk> walks, std::span<std::uint16_t> slots)
    : slots_(slots),
      size_(static_cast<std::uint32_t>(slots.size())),
      inverses_(inverses_of_skips(walks, static_cast<std::uint32_t>(slots.size()))) {
  taken.for_each_free([&](std::uint32_t slot) {
    slots_[slot] = static_cast<std::uint16_t>(left_++);
    empty_.push_back(slot);
  });
  empty_.resize((left_ / kLanes + 1) * kLanes, kGone);
}

void LastSlots::claim(std::size_t index, Walk& walk, std::uint16_t owner) {
  const std::uint32_t steps = distance(walk.next, inverses_[index]);
  const auto slot = static_cast<std::uint32_t>((walk.next + std::uint64_t{steps} * walk.skip) % size_);
  walk.next = slot;

  // The last of the list moves into the place of what is claimed.
  const std::uint16_t place = slots_[slot];
  const double last = empty_[--left_];
  empty_[place] = last;
  empty_[left_] = kGone;
  slots_[static_cast<std::uint32_t>(last)] = place;
  slots_[slot] = owner;
}

std::uint32_t LastSlots::distance(double from, double inverse) const {
  constexpr double kRound = 0x1.8p52;  // added and taken away, it leaves the nearest integer
  const double size = size_;
  const double reciprocal = 1.0 / size;
  std::array<double, kLanes> nearest;
  nearest.fill(size);
  for (std::size_t i = 0; i < left_; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double product = (empty_[i + lane] - from) * inverse;
      const double quotient = (product * reciprocal + kRound) - kRound;
      double steps = product - quotient * size;
      steps = steps < 0 ? steps + size : steps;
      nearest[lane] = steps < nearest[lane] ? steps : nearest[lane];
    }
  }
  return static_cast<std::uint32_t>(std::ranges::min(nearest));
}

}  // namespace guideway::balance
