// Maglev as the paper writes it (NSDI 2016, section 3.4, pseudocode 1), with the contract's weights: the
// twin that the library's build is measured against. A transcription, not made slow on purpose: `add`
// steps through a permutation by add and compare, `modulo` computes each entry of it as the paper's
// formula does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/backend.h"

namespace guideway::bench {

enum class Step { add, modulo };

// Slot -> index into `backends`, -1 nowhere. Weights from 1 to `scale`.
std::vector<std::int32_t> build_plainly(std::span<const balance::Backend> backends, std::uint32_t size,
                                        std::uint32_t scale, Step step);

}  // namespace guideway::bench
