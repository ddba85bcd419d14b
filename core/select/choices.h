// The candidates of a hash, of which the lighter (load.h) is then taken. They depend on the hash alone, so
// that balancers which share nothing still consider the same ones. Contract "Choices, v1" of ARCHITECTURE.md.
#pragma once

#include <stdint.h>

#include "core/hash/mix.h"
#include "core/select/load.h"
#include "core/wire/inline.h"

namespace guideway::core {

inline constexpr uint32_t kMostChoices = 8;
// How many words are looked at for each candidate that is wanted: two equal backends are then told apart but for
// one hash in 2^15, and the loop has an end that the kernel's verifier can see.
inline constexpr uint32_t kWordsAChoice = 8;

// The k-th word of a hash, each as good a hash as the first, which is the hash itself.
GUIDEWAY_INLINE constexpr uint64_t candidate_word(uint64_t hash, uint32_t k) {
  return k == 0 ? hash : mix_nth(hash, k);
}

struct Candidates {
  uint32_t backend[kMostChoices];
  uint32_t count;
};

// The first `choices` (1 to kMostChoices) distinct backends that own the hash's words; fewer where not so many
// are found in time. owner(word) is the backend that a plain pick gives. In the kernel, `choices` must be a constant:
// the verifier then follows every way through the loop.
template <class Owner>
GUIDEWAY_INLINE constexpr Candidates candidates_of(uint64_t hash, uint32_t choices, const Owner& owner) {
  Candidates found = {};
  for (uint32_t k = 0; k < kMostChoices * kWordsAChoice; ++k) {
    if (k >= choices * kWordsAChoice || found.count >= choices) break;
    const uint32_t backend = owner(candidate_word(hash, k));
    bool known = false;
    for (uint32_t i = 0; i < kMostChoices && i < found.count; ++i) known |= found.backend[i] == backend;
    if (!known) found.backend[found.count++ % kMostChoices] = backend;
  }
  return found;
}

// The lightest of them, and of equals the first: candidate 0 is where a plain pick sends the hash. load(backend)
// gives its Load.
template <class LoadOf>
GUIDEWAY_INLINE constexpr uint32_t lightest_of(const Candidates& candidates, const LoadOf& load) {
  uint32_t best = candidates.backend[0];
  auto best_load = load(best);
  for (uint32_t i = 1; i < kMostChoices && i < candidates.count; ++i) {
    const auto other = load(candidates.backend[i]);
    if (!lighter(other, best_load)) continue;
    best = candidates.backend[i];
    best_load = other;
  }
  return best;
}

}  // namespace guideway::core
