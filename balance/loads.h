// How loaded each backend is: counters that picks count up and releases count down. What is counted (connections,
// requests, bytes in flight) is the caller's affair; the policies that choose by load all hold one of these.
//
// Shape. A counter of 32 bits a backend, by index into the caller's list, beside its weight: who compares two
// backends reads one cache line each. No weight exceeds 2^32 - 1; a backend of weight 0 is never the least loaded.
// Threads. Any number may read, take and release at a time; each counter is exact, nothing is lost. A sum or a
// minimum over several backends is one of a moment that may never have been: the rest changes while one is read.
// Order is relaxed: a counter says nothing about other memory. Moving a Loads is for one thread, before use.
// Cache lines. Apart, each counter has a line of its own (64 bytes a backend), so that threads which pick different
// backends do not slow each other down: for many backends, of which a pick looks at few. Together, 8 bytes a backend:
// for a pick that looks at all, and for few backends, where threads meet in any case. bench/README.md has figures.
// Not guaranteed. A backend is an index below backends(), which is not checked. 2^32 held by one backend wrap round.
// Loads belong to one list of backends: over another list, build another and take() what is still held.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "balance/backend.h"
#include "base/error.h"
#include "core/select/load.h"

namespace guideway::balance {

using core::lighter;  // compares two Load: which would be less loaded, for its weight, with one more
using core::Load;

enum class LoadsLayout { apart, together };

class Loads {
 public:
  // For builders; users call build_loads().
  Loads(std::span<const Backend> backends, std::vector<std::uint32_t> roster, LoadsLayout layout);

  std::size_t backends() const { return backends_; }

  Load operator[](std::size_t backend) const {
    return {at(backend).load.load(std::memory_order_relaxed), at(backend).weight};
  }
  std::uint32_t of(std::size_t backend) const { return (*this)[backend].load; }

  // What all hold. O(N).
  std::uint64_t total() const;

  void take(std::size_t backend, std::uint32_t count = 1) {
    at(backend).load.fetch_add(count, std::memory_order_relaxed);
  }

  // Takes one if the load is still what the caller saw; else gives the load as it is now. It may fail for no reason:
  // look at what was given, and try again.
  bool take_if(std::size_t backend, std::uint32_t& seen) {
    return at(backend).load.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed);
  }

  // Gives one back. False, and nothing changes, where none is held: a caller who releases twice does no harm beyond.
  bool release(std::size_t backend);

  // The lightest of all (load.h), O(N). Ties are drawn by the word, all alike, and so that the order of the
  // list does not matter: with a uniform word each has the same chance.
  std::uint32_t least(std::uint64_t word) const;

 private:
  struct Counter {
    std::atomic<std::uint32_t> load = 0;
    std::uint32_t weight = 0;
  };

  Counter& at(std::size_t backend) { return counters_[backend << spacing_]; }
  const Counter& at(std::size_t backend) const { return counters_[backend << spacing_]; }

  std::size_t backends_;
  unsigned spacing_;  // a backend's counter is at index << spacing
  std::unique_ptr<Counter[]> counters_;
  std::vector<std::uint32_t> roster_;  // who has a weight, by name
};

// All loads 0. Errors: balance.too-many-backends (more than kMaxBackends), balance.duplicate-name, balance.no-weight.
Result<Loads> build_loads(std::span<const Backend> backends, LoadsLayout layout = LoadsLayout::apart);

}  // namespace guideway::balance
