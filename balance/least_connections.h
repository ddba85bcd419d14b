// Least connections: the backend that would have the fewest, for its weight, with one more. Of several the
// choice is drawn, so that no place in the list is favoured: a client that has just started, with all loads 0,
// would else send its first to the same backend as all other clients do.
//
// Source: the join-the-shortest-queue rule (Winston, "Optimality of the shortest line discipline", J. Appl. Prob. 14,
// 1977), weighted as load balancers do: the smallest (load + 1) / weight, compared as core/select/load.h says.
//
// Shape. A pick looks at every backend: O(N), 8 bytes each. For more than a hundred, or where many threads pick, two
// choices (choices.h) are nearly as good and cost the same for any N (bench/README.md).
// Threads. Any number may pick and release. A pick compares and then counts: picks at the same moment may take
// the same backend. Counters themselves are exact.
// Not guaranteed. Balancers do not agree: each knows only the connections of its own.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "balance/backend.h"
#include "balance/loads.h"
#include "balance/loads/shared_counter.h"
#include "base/error.h"

namespace guideway::balance {

struct LeastConnectionsOptions {
  std::uint64_t seed = 0;  // of the draws among equals
};

class LeastConnections {
 public:
  // For builders; users call build_least_connections().
  LeastConnections(Loads loads, std::uint64_t seed) : loads_(std::move(loads)), seed_(seed) {}

  // Chooses and counts: the backend's index, to be released when done. O(N).
  std::uint32_t pick();

  // Counts what was placed before, say by the object that this one replaces.
  void take(std::uint32_t backend, std::uint32_t count = 1) { loads_.take(backend, count); }

  bool release(std::uint32_t backend) { return loads_.release(backend); }  // false, and nothing changes: none was held

  const Loads& loads() const { return loads_; }

 private:
  Loads loads_;
  std::uint64_t seed_;
  SharedCounter turn_;
};

// Weights: any. Errors: those of build_loads().
Result<LeastConnections> build_least_connections(std::span<const Backend> backends,
                                                 const LeastConnectionsOptions& options = {});

}  // namespace guideway::balance
