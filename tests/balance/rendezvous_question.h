// What the test and its program in the kernel say to each other.
#pragma once

#include <stdint.h>

namespace guideway::test {

constexpr uint32_t kCandidates = 16;

struct Candidates {
  uint64_t seeds[kCandidates];
  uint32_t weights[kCandidates];  // none is 0
};

struct Question {
  uint64_t hash;
  // The answers: the winner's draw, its place, and the logarithm of the hash itself.
  uint64_t draw;
  uint32_t winner, log;
};

}  // namespace guideway::test
