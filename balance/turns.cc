#include "balance/turns.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace guideway::balance {

namespace {

constexpr std::uint32_t kWord = 64;

constexpr std::uint32_t words_for(std::uint32_t bits) { return (bits + kWord - 1) / kWord; }

}  // namespace

Turns::Turns(std::span<const std::uint32_t> weights, std::uint32_t scale)
    : scale_(scale), equal_(std::ranges::all_of(weights, [&](auto weight) { return weight == weights[0]; })) {
  round_.resize(weights.size());
  std::iota(round_.begin(), round_.end(), std::uint16_t{0});
  if (equal_) return;

  for (const auto weight : weights) paces_.push_back({weight, weight});  // t is 0 in round 1
  words_ = words_for(static_cast<std::uint32_t>(weights.size()));
  const std::uint32_t lightest = std::ranges::min(weights);
  const std::uint32_t longest_wait = (scale + lightest - 1) / lightest;
  rounds_ = words_for(longest_wait + 1) * kWord;  // whole words keep the search for a round simple
  due_.resize(std::size_t{rounds_} * words_);
  busy_.resize(rounds_ / kWord);
  for (const auto contender : round_) due_[contender / kWord] |= 1ULL << contender % kWord;
  busy_[0] = 1;
}

std::span<const std::uint16_t> Turns::next_round() {
  if (equal_) return round_;
  find_round();
  round_.clear();
  for (std::uint32_t word = 0; word < words_; ++word) {
    std::uint64_t& due = due_[std::size_t{now_} * words_ + word];
    for (std::uint64_t rest = due; rest != 0; rest &= rest - 1)
      round_.push_back(static_cast<std::uint16_t>(word * kWord + static_cast<std::uint32_t>(std::countr_zero(rest))));
    due = 0;
  }
  for (const auto contender : round_) enter(contender);
  return round_;
}

// The next turn is d rounds on, the smallest d >= 1 with surplus + d * weight >= scale.
void Turns::enter(std::uint32_t contender) {
  auto& [weight, surplus] = paces_[contender];
  const std::uint32_t wait = std::max(1U, (scale_ - surplus + weight - 1) / weight);
  surplus = surplus + wait * weight - scale_;
  std::uint32_t round = now_ + wait;
  if (round >= rounds_) round -= rounds_;
  due_[std::size_t{round} * words_ + contender / kWord] |= 1ULL << contender % kWord;
  busy_[round / kWord] |= 1ULL << round % kWord;
}

// Moves on to the first busy round from the present one, around the ring, and marks it as done.
void Turns::find_round() {
  std::uint32_t word = now_ / kWord;
  std::uint64_t rest = busy_[word] & (~0ULL << now_ % kWord);
  while (rest == 0) {
    if (++word == busy_.size()) word = 0;
    rest = busy_[word];
  }
  now_ = word * kWord + static_cast<std::uint32_t>(std::countr_zero(rest));
  busy_[word] &= ~(1ULL << now_ % kWord);
}

}  // namespace guideway::balance
