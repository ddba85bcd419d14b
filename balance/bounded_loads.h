// Consistent hashing with bounded loads: a hash goes where the table or the ring sends it, unless that backend
// already holds its share and a little more; then it goes on to the next owner in order.
//
// Source: Mirrokni, Thorup and Zadimoghaddam, "Consistent Hashing with Bounded Loads" (arXiv 2016; SODA 2018). With
// T held by all, this pick included, a backend of weight w out of W holds at most ceil((1 + epsilon) T w / W), its
// cap (core/select/bounded_loads.h). Contract "Bounded loads, v1" of ARCHITECTURE.md.
//
// Order. From the slot (or point) of the hash, slot by slot around the circle: fixed for a hash, so that a key which
// spills does so to the same few backends each time. In a table neighbours of a slot are as good as random, so what one
// backend cannot take is spread over all others. If all are full, which takes a backend that owns no slot, or
// other threads, the least loaded takes it ((load + 1) / weight, ties drawn by the hash).
//
// Cost. Backends with at most W / (1 + epsilon) of the weight can be full, so a hash that falls anywhere passes about
// 1 / epsilon slots on average at the worst: 4 at the default of 25 percent; hardly any when backends hold many each,
// as loads by chance then seldom reach the cap. But a key that alone makes up a share p of all must be spread over p N
// / (1 + epsilon) backends, and its picks pass those of them that are full. The longest way is O(size).
//
// Threads. Any number may pick and release. The cap is exact for each backend: a counter goes up by compare and swap
// from a load that was below the cap. T is that of a moment during the pick, and counts picks that are still looking.
// Only a pick that found all full, each at its own moment, may put the least loaded above its cap.
// Every pick and release also counts T, one cache line that all threads share.
// Not guaranteed. Releases lower caps: a backend may then hold more than its cap, until it releases too. Caps are exact
// while no backend holds 2^31 or more.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "balance/backend.h"
#include "balance/hash.h"
#include "balance/loads.h"
#include "balance/loads/shared_counter.h"
#include "balance/ring.h"
#include "balance/table.h"
#include "base/error.h"

namespace guideway::balance {

struct BoundedLoadsOptions {
  std::uint32_t epsilon_percent = 25;  // 1 to 1,000
};

class BoundedLoads {
 public:
  using Owners = std::variant<Table, Ring>;

  struct Placement {
    std::uint32_t backend;
    std::uint32_t passed;  // slots or points whose owner was full
  };

  // For builders; users call build_bounded_loads().
  BoundedLoads(Owners owners, Loads loads, std::uint64_t weights, std::uint32_t epsilon);

  // Chooses and counts: the backend's index, to be released when done.
  std::uint32_t pick(std::uint64_t hash) { return place(hash).backend; }
  std::uint32_t pick(std::string_view key) { return pick(hash_of(key)); }

  // The same, and how far it had to go.
  Placement place(std::uint64_t hash);

  // Counts what was placed before, say by the object that this one replaces, whatever the cap.
  void take(std::uint32_t backend, std::uint32_t count = 1);

  bool release(std::uint32_t backend);  // false, and nothing changes: none was held

  // What a backend may hold when one more is held than now.
  std::uint64_t cap(std::uint32_t backend) const;

  std::uint64_t total() const { return total_.value(); }  // O(1)
  const Loads& loads() const { return loads_; }
  const Owners& owners() const { return owners_; }

 private:
  template <class Circle>
  Placement walk(const Circle& circle, std::uint64_t hash);

  Owners owners_;
  Loads loads_;
  std::uint64_t weights_;  // their sum
  std::uint32_t epsilon_;
  SharedCounter total_;
};

// `backends` is the list that the table or the ring was built of; a backend whose weight is 0 in it takes nothing.
// Errors: balance.bad-epsilon, balance.other-backends, balance.weight-above-scale (above 1,000),
// balance.too-many-backends (more than 65,535), and those of build_loads().
Result<BoundedLoads> build_bounded_loads(Table table, std::span<const Backend> backends,
                                         const BoundedLoadsOptions& options = {});
Result<BoundedLoads> build_bounded_loads(Ring ring, std::span<const Backend> backends,
                                         const BoundedLoadsOptions& options = {});

}  // namespace guideway::balance
