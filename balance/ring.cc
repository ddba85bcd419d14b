#include "balance/ring.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "balance/ring/shares.h"
#include "balance/roster.h"

namespace guideway::balance {

namespace {

std::optional<Error> check(std::span<const Backend> backends, const RingOptions& options) {
  if (options.points == 0)
    return bad_input("balance.no-points", "a ring with 0 points a backend", "160 points suit most pools");
  if (options.max_points > kMaxRingPoints)
    return bad_input("balance.bad-ring-bounds", "a ring of up to " + std::to_string(options.max_points) + " points",
                     "allow no more than " + std::to_string(kMaxRingPoints));
  if (options.min_points > options.max_points)
    return bad_input("balance.bad-ring-bounds",
                     "a ring of at least " + std::to_string(options.min_points) + " and at most " +
                         std::to_string(options.max_points) + " points",
                     "lower the first or raise the second");
  if (backends.size() > options.max_points)
    return bad_input("balance.too-many-backends",
                     std::to_string(backends.size()) + " backends on a ring of at most " +
                         std::to_string(options.max_points) + " points",
                     "allow a point for each at least");
  return check_weights(backends, options.weight_scale);
}

// Slot s takes the hashes whose upper half h has (h * size) >> 32 = s, and so the least of them is the
// quotient of s * 2^32 by size, rounded up.
std::vector<std::uint32_t> slots_of(const Circle& circle, std::uint32_t size) {
  std::vector<std::uint32_t> slots(size);
  std::size_t point = 0;
  for (std::uint64_t slot = 0; slot < size; ++slot) {
    const std::uint64_t least_hash = ((slot << 32) + size - 1) / size << 32;
    while (circle.positions[point] < least_hash) ++point;
    slots[slot] = circle.owners[point];
  }
  return slots;
}

}  // namespace

std::uint32_t Ring::start_by_search(std::uint64_t hash) const {
  const auto end = circle_.positions.end() - 1;
  const auto found = std::lower_bound(circle_.positions.begin(), end, hash);
  return found == end ? 0 : static_cast<std::uint32_t>(found - circle_.positions.begin());
}

Result<Ring> build_ring(std::span<const Backend> backends, const RingOptions& options) {
  if (auto error = check(backends, options)) return std::unexpected(*std::move(error));
  const auto roster = roster_of(backends, options.max_points);
  if (!roster) return std::unexpected(roster.error());
  return Ring(lay_out(shares_of(backends, *roster, options)), backends);
}

Result<Table> build_ring_table(std::span<const Backend> backends, const RingTableOptions& options) {
  if (auto error = check(backends, options.ring)) return std::unexpected(*std::move(error));
  const auto roster = table_roster(backends, options.size, options.ring.weight_scale);
  if (!roster) return std::unexpected(roster.error());
  return Table(slots_of(lay_out(shares_of(backends, *roster, options.ring)), options.size), backends);
}

}  // namespace guideway::balance
