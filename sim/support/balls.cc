#include "sim/support/balls.h"

#include <cmath>

#include "balance/choices.h"

namespace guideway::sim {

std::vector<std::uint32_t> throw_balls(std::uint32_t bins, std::uint64_t balls, std::uint32_t choices, Random random) {
  std::vector<std::uint32_t> loads(bins);
  const auto bin_of = [&](std::uint64_t word) { return core::slot_of(word, bins); };
  for (std::uint64_t ball = 0; ball < balls; ++ball)
    ++loads[core::lightest_of(core::candidates_of(random.word(), choices, bin_of),
                              [&](std::uint32_t bin) { return core::Load{loads[bin], 1}; })];
  return loads;
}

double leading_term(double n, std::uint64_t choices) {
  const double twice = std::log(std::log(n));
  return choices == 1 ? std::log(n) / twice : twice / std::log(static_cast<double>(choices));
}

// Euler's rule, in steps so short that its error is far below the chance of a million bins.
std::vector<double> shares_by_equations(std::uint32_t choices, std::size_t levels) {
  constexpr int kSteps = 100'000;
  std::vector<double> shares(levels);
  for (int step = 0; step < kSteps; ++step) {
    double above = 1;
    for (double& share : shares) {
      const double powered = std::pow(share, choices);
      share += (above - powered) / kSteps;
      above = powered;
    }
  }
  return shares;
}

double foretold_fullest(double n, std::uint32_t choices) {
  if (choices == 1) {
    double least = 2, most = 200;
    while (most - least > 1e-9) {
      const double middle = (least + most) / 2;
      (std::lgamma(middle) < std::log(n) ? least : most) = middle;
    }
    return least - 1.5;
  }
  double fullest = 0;
  for (const double share : shares_by_equations(choices, 16)) fullest += n * share >= 1;
  return fullest;
}

}  // namespace guideway::sim
