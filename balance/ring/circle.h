// The points of a ring in order, and an index to find among them.
//
// Positions are hashes, so they are uniform, and two things follow. They are put in order by distribution: count
// by their top bits, place, and put right the few that share those bits; O(points), where a comparison sort
// takes a logarithm more. And the counts are the index that makes finding O(1): the top bits of a hash name
// the first point that it may belong to.
//
// With two to four buckets a point, that point or the one after it is nearly always the answer. Which of the two
// is a matter of chance, so it is added, not branched on; the rest is a branch that is predicted well. bench/README.md
// says what else was tried.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace guideway::balance {

struct Circle {
  // Ascending. One more than there are points: the last is the first again, at the end of all numbers.
  std::vector<std::uint64_t> positions;
  std::vector<std::uint32_t> owners;
  std::vector<std::uint32_t> first;  // by the top bits of a hash: the first point at or after the bucket's begin
  std::uint32_t shift;               // takes a hash to its top bits

  // The first point at or after the hash; that extra last one where there is none.
  std::uint32_t find(std::uint64_t hash) const {
    std::uint32_t point = first[hash >> shift];
    __builtin_prefetch(&owners[point]);
    point += positions[point] < hash;
    while (positions[point] < hash) [[unlikely]]
      ++point;
    return point;
  }
};

// Who has how many points on it, and what for a seed they come from.
struct Share {
  std::uint64_t seed;
  std::uint32_t points;
  std::uint32_t owner;
};

// Points of equal position keep the order of the shares.
Circle lay_out(std::span<const Share> shares);

}  // namespace guideway::balance
