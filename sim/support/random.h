// Chance from a seed: SplitMix64's sequence. The standard library's distributions differ between its makers, so what
// is needed of them is here.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/hash/mix.h"

namespace guideway::sim {

class Random {
 public:
  // Streams of one seed are as good as independent.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(core::mix_nth(core::mix(seed + 1), stream)) {}

  std::uint64_t word() { return core::mix_nth(seed_, drawn_++); }

  // Below `bound`, which is at most 2^32; biased by less than bound / 2^32.
  std::uint32_t below(std::uint64_t bound) { return static_cast<std::uint32_t>(((word() >> 32) * bound) >> 32); }

  double share() { return static_cast<double>((word() >> 11) + 1) * 0x1p-53; }  // above 0, at most 1
  double exponential(double mean) { return -mean * std::log(share()); }

  // `count` different numbers below `bound`, which is at least as many, in random order.
  std::vector<std::uint32_t> sample(std::uint32_t count, std::uint32_t bound) {
    std::vector<std::uint32_t> all(bound);
    for (std::uint32_t i = 0; i < bound; ++i) all[i] = i;
    for (std::uint32_t i = 0; i < count; ++i) std::swap(all[i], all[i + below(bound - i)]);
    all.resize(count);
    return all;
  }

 private:
  std::uint64_t seed_, drawn_ = 0;
};

}  // namespace guideway::sim
