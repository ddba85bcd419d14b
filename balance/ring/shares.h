// How many points each backend has: in whole numbers, so that everybody counts alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/backend.h"
#include "balance/ring.h"
#include "balance/ring/circle.h"

namespace guideway::balance {

// `roster`: who has a weight, in order; no more than options.max_points. Bounds and weights have been checked.
std::vector<Share> shares_of(std::span<const Backend> backends, std::span<const std::uint32_t> roster,
                             const RingOptions& options);

}  // namespace guideway::balance
