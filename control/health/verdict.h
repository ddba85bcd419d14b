// From the health of a pool's backends to which of them are used.
//
// Normally the healthy ones. But when too few are healthy, more likely the checks are wrong (their path,
// the network between, a dependency that all share) than the backends, and the few left would drown:
// below `panic` percent all are used as if healthy, and it is said loudly.
//
// The percentage is of weight, not of heads: weight is what the operator says about capacity, and panic
// asks whether what is left can carry the load. With equal weights the two are the same.
//
// Unknown counts as healthy. A balancer that has just started knows least, and must by default choose
// as the others do, which have long seen these backends pass; a start that took its backends in one by
// one would move flows with each. A dead backend costs at most one interval and one timeout.
//
// What the operator drained is no part of the percentage and stays drained in a panic. Weight 0 is a
// drain that is written in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "control/health/rise_fall.h"
#include "core/forward/state.h"

namespace guideway::health {

struct Member {
  State state = State::unknown;
  bool drained = false;
  unsigned weight = 0;
};

struct Verdict {
  std::vector<core::BackendState> uses;  // in the members' order
  bool panic = false;
  std::size_t candidates = 0, healthy = 0;       // members that are not drained; the healthy of them
  std::uint64_t weight = 0, healthy_weight = 0;  // the same by weight
};

// `panic`: percent healthy below which all are used; 0 never, 100 as soon as one is unhealthy.
Verdict decide(std::span<const Member> members, unsigned panic);

// One line for an operator: "pool web: 1 of 4 backends healthy (25 % of the weight, panic below 50 %): using all 4".
std::string to_text(const Verdict& verdict, std::string_view pool, unsigned panic);

}  // namespace guideway::health
