// Exact shares of the hash space on a ring: the arcs that end at a backend's points, not a sample of hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "balance/ring.h"

namespace guideway::sim {

// Of each backend, 1 being fair.
inline std::vector<double> shares_of(const balance::Ring& ring, std::size_t backends) {
  std::vector<double> shares(backends);
  std::uint64_t before = ring.position(ring.size() - 1);  // the first arc begins where the last point is
  for (std::uint32_t point = 0; point < ring.size(); ++point) {
    const std::uint64_t arc = ring.position(point) - before;  // modulo 2^64
    before = ring.position(point);
    shares[ring.owner(point)] += static_cast<double>(arc) * 0x1p-64 * static_cast<double>(backends);
  }
  return shares;
}

}  // namespace guideway::sim
