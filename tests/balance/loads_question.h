// What the test and its program in the kernel say to each other.
#pragma once

#include <stdint.h>

#include "core/select/choices.h"

namespace guideway::test {

constexpr uint32_t kSlots = 127;
constexpr uint32_t kBackends = 16;
constexpr uint32_t kSteps = 32;

struct Pool {
  uint32_t slots[kSlots];  // each below kBackends
  uint32_t epsilon;
  uint64_t total;    // of loads, and the one that is asked about
  uint64_t weights;  // their sum
  core::Load loads[kBackends];
};

struct Question {
  uint64_t hash;
  uint32_t choices;  // 2 or 3
  // The answers.
  uint32_t lightest;
  uint32_t bounded;  // where bounded loads put the hash within kSteps slots, else kBackends
  uint32_t count;
  uint32_t candidates[core::kMostChoices];
};

}  // namespace guideway::test
