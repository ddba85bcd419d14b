// How far counts lie from what chance gives, in standard deviations.
//
// The tests ask for fewer than kFew = 6. Chance goes beyond six, either way, once in 500 million (2.0e-9, normal
// distribution), and the largest of k counts at most k times as often: for the 19,000 of the largest test once in
// 26,000. Seeds are fixed, so a test that has passed will pass; what a change of the hash must fear is a real
// deviation, which grows with the square root of the number of trials while chance stays at six.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

namespace guideway::core {

inline constexpr double kFew = 6;

// Of `tosses` of a fair coin, `heads`: variance tosses / 4. The tails of a fair binomial are lighter than the
// normal ones, so six is on the safe side.
inline double coin_deviation(std::uint64_t heads, std::uint64_t tosses) {
  const auto all = static_cast<double>(tosses);
  return (static_cast<double>(heads) - all / 2) / (std::sqrt(all) / 2);
}

// The largest of many coins, each tossed so often; without a sign.
inline double largest_coin_deviation(std::span<const std::uint32_t> heads, std::uint64_t tosses) {
  double largest = 0;
  for (const auto count : heads) largest = std::max(largest, std::abs(coin_deviation(count, tosses)));
  return largest;
}

// Many coins together: the sum of their squared deviations has mean k and variance close to 2 k. It sees many small
// deviations where the largest sees one big one. It leans to the right by a skew of sqrt(8 / k), which makes six
// likelier by about exp(skew * 6^3 / 6): 14 times for the smallest k here, 1500, so once in 70 million.
inline double all_coins_deviation(std::span<const std::uint32_t> heads, std::uint64_t tosses) {
  double sum = 0;
  for (const auto count : heads) sum += std::pow(coin_deviation(count, tosses), 2);
  const auto coins = static_cast<double>(heads.size());
  return (sum - coins) / std::sqrt(2 * coins);
}

// Balls in k equally likely bins: chi-square has mean k - 1 and variance 2 (k - 1) (1 - 1 / balls), and leans like the
// sum above; k is 4000 and more. Beyond six below is a failure too: flows that fall more evenly than by chance are not
// mixed.
inline double bins_deviation(std::span<const std::uint32_t> balls) {
  const auto all = static_cast<double>(std::accumulate(balls.begin(), balls.end(), std::uint64_t{0}));
  const auto bins = static_cast<double>(balls.size());
  const double expected = all / bins;
  double chi_square = 0;
  for (const auto count : balls) chi_square += std::pow(count - expected, 2) / expected;
  return (chi_square - (bins - 1)) / std::sqrt(2 * (bins - 1));
}

}  // namespace guideway::core
