#include "balance/maglev/turns.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace guideway::balance {

namespace {

constexpr std::uint32_t kWord = 64;
constexpr std::uint16_t kNone = 0xffff;

}  // namespace

Turns::Turns(std::span<const std::uint32_t> weights, std::uint32_t scale)
    : scale_(scale), turns_(weights.size()), members_(weights.size()), due_(weights.size() / kWord + 1) {
  // Counting, as weights are small numbers: sorting them is felt in the time of a table.
  std::vector<std::uint32_t> place(scale + 1);
  for (const auto weight : weights) ++place[weight];
  std::uint32_t begin = 0;
  for (std::uint32_t weight = 1; weight <= scale; ++weight) {
    const std::uint32_t count = std::exchange(place[weight], begin);
    if (count == 0) continue;
    classes_.push_back({weight, scale / weight, scale % weight, weight, begin, begin + count});
    begin += count;
  }
  for (std::size_t i = 0; i < weights.size(); ++i) members_[place[weights[i]]++] = static_cast<std::uint16_t>(i);

  const std::uint32_t longest_wait = (scale + classes_.front().weight - 1) / classes_.front().weight;
  together_ = std::max(2U, scale / classes_.back().weight) - 1;  // the shortest wait: the heaviest's after round 1
  busy_.resize(longest_wait + 1);
  first_.resize(longest_wait + 1, kNone);
  for (std::size_t i = 0; i < classes_.size(); ++i) enter(static_cast<std::uint16_t>(i), 1);
}

std::span<const std::uint16_t> Turns::next() {
  if (classes_.size() == 1) return members_;
  count_ = 0;
  std::uint32_t ahead = rounds_ahead();
  for (std::uint32_t window = together_;;) {
    now_ = round_after(ahead);
    take_round();
    if (window == 1 || (ahead = rounds_ahead()) >= window) break;
    window -= ahead;
  }
  return std::span(turns_).first(count_);
}

// How far it is from the present round to the next with a turn in it.
std::uint32_t Turns::rounds_ahead() const {
  const std::uint32_t next = round_after(1);
  if (busy_[next] != 0) return 1;
  const auto find = [&](std::size_t from, std::size_t to) {
    return static_cast<const std::uint8_t*>(std::memchr(&busy_[from], 1, to - from));
  };
  if (const auto* const later = find(now_, busy_.size())) return static_cast<std::uint32_t>(later - &busy_[now_]);
  return static_cast<std::uint32_t>(find(0, now_) + busy_.size() - &busy_[now_]);
}

std::uint32_t Turns::round_after(std::uint32_t rounds) const {
  const std::uint32_t round = now_ + rounds;
  const auto all = static_cast<std::uint32_t>(busy_.size());
  return round < all ? round : round - all;
}

std::span<const std::uint16_t> Turns::members(const Class& c) const {
  return std::span(members_).subspan(c.begin, c.end - c.begin);
}

void Turns::take_round() {
  const auto first = std::exchange(first_[now_], kNone);
  busy_[now_] = 0;
  if (classes_[first].after == kNone) {
    for (const auto contender : members(classes_[first])) turns_[count_++] = contender;
  } else {
    order_by_contender(first);
  }
  for (auto index = first; index != kNone;) {
    const auto after = classes_[index].after;
    enter(index, wait(classes_[index]));
    index = after;
  }
}

void Turns::order_by_contender(std::uint16_t first) {
  for (auto index = first; index != kNone; index = classes_[index].after)
    for (const auto contender : members(classes_[index])) due_[contender / kWord] |= 1ULL << contender % kWord;
  std::uint16_t* turn = &turns_[count_];
  for (std::uint32_t word = 0; word < due_.size(); ++word)
    for (std::uint64_t rest = std::exchange(due_[word], 0); rest != 0; rest &= rest - 1)
      *turn++ = static_cast<std::uint16_t>(word * kWord + static_cast<std::uint32_t>(std::countr_zero(rest)));
  count_ = static_cast<std::size_t>(turn - turns_.data());
}

// The smallest number of rounds, but no less than one, after which surplus + wait * weight >= scale. That is
// scale / weight, and one more where the surplus is too small, and one less where it is a whole weight.
std::uint32_t Turns::wait(Class& c) const {
  const std::uint32_t wait = std::max(1U, c.rounds + (c.surplus < c.rest) - (c.surplus == c.weight + c.rest));
  c.surplus = c.surplus + wait * c.weight - scale_;
  return wait;
}

void Turns::enter(std::uint16_t index, std::uint32_t wait) {
  const auto round = round_after(wait);
  classes_[index].after = std::exchange(first_[round], index);
  busy_[round] = 1;
}

}  // namespace guideway::balance
