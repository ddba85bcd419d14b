// The ring of consistent hashing, contract "Ring, v1" of ARCHITECTURE.md.
//
// Source: Karger et al., "Consistent Hashing and Random Trees", STOC 1997. Each backend has many points on
// the circle of 64-bit numbers, and a hash belongs to the first point at or after it. Position j of a backend
// is mix_nth(XXH64(name, seed 3), j); a backend of full weight has `points` of them, others in proportion.
//
// What it is for. A backend that leaves gives what it had to the others and nothing else moves; one that
// comes takes only what it then has. And the circle can be walked on from any point, which gives every hash an order of
// backends to fall back to (bounded_loads.h).
//
// Not guaranteed. Shares are uneven: with V points a backend, the spread of a share is about its 1 / sqrt(V)
// (8 % for 160), and the largest of many is two or three times that off. Weights count in whole points, so a weight
// far below the scale is coarse: with 160 points and a scale of 100, a weight of 1 has two points, where 1.6
// would be its share. Where min_points or max_points decide how many points a backend has, that number
// changes with the list, and then hashes move between backends that stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "balance/backend.h"
#include "balance/hash.h"
#include "balance/names.h"
#include "balance/ring/circle.h"
#include "balance/table.h"
#include "base/error.h"

namespace guideway::balance {

inline constexpr std::uint32_t kMaxRingPoints = 8'388'608;

struct RingOptions {
  std::uint32_t points = 160;  // of a backend of full weight: V
  // Bounds of all points together: V is raised to the smallest that reaches the one, then lowered to the
  // largest that keeps the other. A backend with a weight always keeps one point.
  std::uint32_t min_points = 1;
  std::uint32_t max_points = kMaxRingPoints;
  std::uint32_t weight_scale = kDefaultWeightScale;  // full weight: a constant of the pool, see TableOptions
};

// Immutable: any number of threads may use one without locks. Memory: 20 to 28 bytes a point.
class Ring {
 public:
  // For build_ring().
  Ring(Circle circle, std::span<const Backend> backends) : circle_(std::move(circle)), names_(backends) {}

  // The index, in the list that the ring was built from, of the backend that a hash or a key falls to. O(1)
  // expected: the index of buckets names the first point to look at, and seldom more than one is passed over.
  std::uint32_t pick(std::uint64_t hash) const { return circle_.owners[circle_.find(hash)]; }
  std::uint32_t pick(std::string_view key) const { return pick(hash_of(key)); }

  // The same by binary search, O(log size): the textbook's way, to compare with.
  std::uint32_t pick_by_search(std::uint64_t hash) const { return owner(start_by_search(hash)); }

  // The point that a hash belongs to, for who walks on from it: after it come start + 1, ..., around size().
  std::uint32_t start(std::uint64_t hash) const {
    const auto point = circle_.find(hash);
    return point == size() ? 0 : point;
  }
  std::uint32_t start_by_search(std::uint64_t hash) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(circle_.owners.size() - 1); }  // points
  std::uint32_t owner(std::uint32_t point) const { return circle_.owners[point]; }              // below size()
  std::uint64_t position(std::uint32_t point) const { return circle_.positions[point]; }

  std::size_t backends() const { return names_.size(); }
  std::string_view name(std::size_t backend) const { return names_[backend]; }

 private:
  Circle circle_;
  Names names_;
};

// Errors, by code: balance.no-points (points is 0), balance.bad-ring-bounds (min_points above max_points, or
// max_points above kMaxRingPoints), balance.bad-weight-scale, balance.weight-above-scale, balance.duplicate-name,
// balance.no-weight, balance.too-many-backends (more than max_points).
//
// Complexity: O(points + N log N) expected. Deterministic; the order of backends does not matter but for what pick()
// counts in. Thread-safe: nothing is shared between calls.
Result<Ring> build_ring(std::span<const Backend> backends, const RingOptions& options = {});

struct RingTableOptions {
  std::uint32_t size = TableOptions{}.size;  // slots
  RingOptions ring;
};

// The same mapping as a table: a slot belongs to whom its smallest hash belongs to. Where a slot holds several
// points, only the first counts, so a table wants many more slots than the ring has points. Errors besides:
// balance.no-slots, balance.table-too-large, balance.too-many-backends (more than slots). O(size + points + N log N).
Result<Table> build_ring_table(std::span<const Backend> backends, const RingTableOptions& options = {});

}  // namespace guideway::balance
