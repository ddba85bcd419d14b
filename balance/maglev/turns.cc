#include "balance/maglev/turns.h"

#include <algorithm>
#include <numeric>

namespace guideway::balance {

namespace {

// So many turns are put in order at a time, or one a contender: then asking every contender is worth it.
constexpr std::uint64_t kAtATime = 8192;

// A shorter period is repeated, so that a refill is rare.
constexpr std::size_t kShort = 1024;

}  // namespace

Turns::Turns(std::span<const std::uint32_t> weights, std::uint32_t scale)
    : class_of_(weights.size()), turns_(weights.size()) {
  std::uint32_t divisor = scale;
  std::vector<std::uint32_t> count(scale + 1);
  for (const auto weight : weights) ++count[weight];
  for (std::uint32_t weight = 1; weight <= scale; ++weight)
    if (count[weight] != 0) divisor = std::gcd(divisor, weight);

  std::vector<std::uint16_t> class_of(scale + 1);
  for (std::uint32_t weight = 1; weight <= scale; ++weight) {
    if (count[weight] == 0) continue;
    class_of[weight] = static_cast<std::uint16_t>(classes_.size());
    classes_.push_back({weight / divisor, count[weight]});
    per_period_ += std::uint64_t{weight / divisor} * count[weight];
  }
  for (std::size_t i = 0; i < weights.size(); ++i) class_of_[i] = class_of[weights[i]];
  scale_ = scale / divisor;
  window_ = scale_ / classes_.back().weight;

  std::iota(turns_.begin(), turns_.end(), 0U);
  ends_.push_back(turns_.size());
}

std::span<const std::uint32_t> Turns::next(std::size_t most) {
  while (at_ == turns_.size()) refill();
  const auto turns = std::span(turns_).subspan(at_).first(std::min(most, turns_.size() - at_));
  at_ += turns.size();
  return turns;
}

std::span<const std::uint32_t> Turns::next_distinct(std::size_t most) {
  while (at_ == turns_.size()) refill();
  while (ends_[window_at_] <= at_) ++window_at_;
  return next(std::min(most, ends_[window_at_] - at_));
}

void Turns::refill() {
  at_ = window_at_ = 0;
  if (whole_period_) return;
  const std::uint32_t over = scale_ + 1;
  if (round_ == over) {
    round_ = 1;
    for (auto& c : classes_) c.turn = 1;
  }
  const auto turns = std::max(kAtATime, std::uint64_t{class_of_.size()});
  const auto rounds = (turns * scale_ / per_period_ / window_ + 1) * window_;
  const std::uint32_t before = round_;
  append(static_cast<std::uint32_t>(std::min<std::uint64_t>(rounds, over - round_)));
  whole_period_ = before == 1 && round_ == over;
  if (whole_period_) repeat();
}

// Puts the turns of the next rounds in order.
void Turns::append(std::uint32_t rounds) {
  rounds_.clear();
  place_.assign(rounds + 1, 0);
  ends_.clear();
  for (auto& c : classes_) {
    c.begin = rounds_.size();
    for (;; ++c.turn) {
      const auto round = std::max(c.turn + 1, (c.turn * scale_ + c.weight - 1) / c.weight) - round_;
      if (round > rounds) break;
      rounds_.push_back(static_cast<std::uint16_t>(round - 1));
      place_[round] += c.count;
    }
    c.end = rounds_.size();
  }
  std::partial_sum(place_.begin(), place_.end(), place_.begin());  // now where each round begins, from the first
  turns_.resize(place_.back());
  for (std::uint32_t i = 0; i < class_of_.size(); ++i) {
    const Class& c = classes_[class_of_[i]];
    for (auto round = c.begin; round < c.end; ++round) turns_[place_[rounds_[round]]++] = i;
  }
  for (std::uint32_t end = window_; end < rounds + window_; end += window_)  // each now stands where its round ends
    if (const auto at = place_[std::min(end, rounds) - 1]; at > (ends_.empty() ? 0 : ends_.back())) ends_.push_back(at);
  round_ += rounds;
}

void Turns::repeat() {
  const std::size_t period = turns_.size();
  for (std::size_t turn = 0; turns_.size() < kShort || turns_.size() % period != 0; ++turn)
    turns_.push_back(turns_[turn]);
  for (std::size_t window = 0; ends_.back() < turns_.size(); ++window) ends_.push_back(ends_[window] + period);
}

}  // namespace guideway::balance
