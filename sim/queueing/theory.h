// What queueing theory foretells.
#pragma once

#include <cmath>
#include <cstdint>

namespace guideway::sim {

// The mean time in the supermarket model: n servers of exponential service times of mean 1, Poisson arrivals of rate
// utilisation * n, each to the shortest of d queues chosen at random, as n grows: the sum over i >= 1 of
// utilisation^((d^i - d) / (d - 1)). With d = 1 a server is a queue of its own: 1 / (1 - utilisation).
// Mitzenmacher, IEEE TPDS 12, 2001; Vvedenskaya, Dobrushin and Karpelevich, 1996.
inline double supermarket_time(double utilisation, std::uint32_t d) {
  if (d == 1) return 1 / (1 - utilisation);
  double sum = 0, exponent = 0;  // 0, d, d + d^2, ...
  for (double power = d; exponent * -std::log(utilisation) < 40; power *= d) {
    sum += std::pow(utilisation, exponent);
    exponent += power;
  }
  return sum;
}

}  // namespace guideway::sim
