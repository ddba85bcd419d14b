#include "sim/render/scale.h"

#include <algorithm>
#include <cmath>

#include "sim/support/text.h"

namespace guideway::sim {

namespace {

// 1500000 is "1.5M": axes have little room.
std::string short_text(double value) {
  for (const auto& [unit, letter] : {std::pair{1e9, "G"}, std::pair{1e6, "M"}, std::pair{1e3, "k"}})
    if (std::abs(value) >= unit) return shortest(std::round(1e4 * value / unit) / 1e4) + letter;
  return shortest(std::round(1e9 * value) / 1e9);
}

// The 1, 2 or 5 times a power of ten that is at least `step`.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= step * 0.999) return times * power;
  return 10 * power;
}

}  // namespace

Scale::Scale(const std::vector<double>& values, const Axis& axis, bool from_zero, double begin, double end)
    : logarithmic_(axis.logarithmic), begin_(begin), end_(end) {
  const auto [least, most] = std::ranges::minmax(values);
  low_ = from_zero && !logarithmic_ ? std::min(0.0, least) : least;
  high_ = most;
  if (logarithmic_) {
    low_ = std::max(low_, 1e-12), high_ = std::max(high_, low_);
    if (high_ < low_ * 1.01) low_ /= 2, high_ *= 2;
  } else if (high_ - low_ < 1e-12) {
    high_ = low_ + 1;
  }
  if (from_zero) high_ = logarithmic_ ? high_ * 1.1 : high_ + 0.05 * (high_ - low_);  // room above the highest mark
}

double Scale::measure(double value) const { return logarithmic_ ? std::log(std::max(value, 1e-12)) : value; }

double Scale::place(double value) const {
  return begin_ + (end_ - begin_) * (measure(value) - measure(low_)) / (measure(high_) - measure(low_));
}

std::vector<Scale::Tick> Scale::ticks() const {
  std::vector<Tick> ticks;
  const auto add = [&](double value) {
    if (value >= low_ * 0.9999 - 1e-12 && value <= high_ * 1.0001) ticks.push_back({value, short_text(value)});
  };
  if (!logarithmic_ || high_ < 3 * low_) {
    const double step = round_step((high_ - low_) / 7);
    for (double n = std::ceil(low_ / step - 1e-9); n * step <= high_; ++n) add(n * step + 0.0);  // no "-0"
    return ticks;
  }
  const bool dense = high_ / low_ < 3000;
  const double decades = std::log10(high_ / low_);
  const double every = std::max(1.0, std::ceil(decades / 8));
  for (double power = std::floor(std::log10(low_)); power <= std::log10(high_); power += every)
    for (const double times : {1.0, 2.0, 5.0})
      if (times == 1.0 || dense) add(times * std::pow(10, power));
  return ticks;
}

}  // namespace guideway::sim
