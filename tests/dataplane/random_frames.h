// Frames such as no honest sender makes, and honest ones between them: well-formed packets to every service of
// scenery.h, a part of them cut, stretched, or with bytes changed where headers lie.
#pragma once

#include <cstdint>
#include <random>

#include "tests/world/packet.h"

namespace guideway::test {

class RandomFrames {
 public:
  explicit RandomFrames(std::uint32_t seed) : random_(seed) {}

  Bytes next();
  std::size_t below(std::size_t n) { return random_() % n; }

 private:
  Packet packet();
  std::uint16_t fragmentation();
  void spoil(Bytes& frame);

  std::mt19937 random_;
};

}  // namespace guideway::test
