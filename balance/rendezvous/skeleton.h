// A tree whose leaves are backends, each as likely as any other, chosen by a contest at each branching.
//
// A leaf's place is its seed, read as digits of 6 bits from the top. A branch is known by the digits that lead to it,
// whatever hangs on it, and weighs as many leaves as it holds; so a leaf that comes or goes changes the weights of the
// branches above it, and the choice between all others stays. Where there is but one branch there is nothing to
// choose, and no node. Leaves whose seeds agree in all whole digits (60 bits) meet in one last contest.
//
// Rejected: a node splits only when it has outgrown one contest. It saves the small last nodes, but then one
// leaf more or less, at the limit, moves all that hangs on the node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "balance/rendezvous/contest.h"

namespace guideway::balance {

class Skeleton {
 public:
  // At least one member, below 2^31. A leaf is known by its place among them; weights play no part.
  explicit Skeleton(std::span<const Entrant> members);

  std::uint32_t leaf(std::uint64_t hash) const;

 private:
  std::uint32_t grow(std::span<const Entrant> leaves, std::uint32_t depth);

  // A node of few branches compares them one by one, out of one line of memory; one of many holds a contest.
  struct Node {
    std::uint32_t first, count;  // of branches_; no count: of contests_
  };

  std::vector<Node> nodes_;
  std::vector<Entrant> branches_;
  std::vector<Contest> contests_;
  std::uint32_t root_;
};

}  // namespace guideway::balance
