#include "balance/rendezvous/skeleton.h"

#include <algorithm>
#include <utility>

#include "core/hash/mix.h"
#include "core/select/rendezvous.h"

namespace guideway::balance {

namespace {

constexpr std::uint32_t kDigitBits = 6, kDigits = 64 / kDigitBits;
constexpr std::size_t kFew = 4;            // branches up to which one by one is faster
constexpr std::uint32_t kNode = 1U << 31;  // marks what is a node and no leaf

// The seed's first `digits` digits, the rest 0.
std::uint64_t prefix(std::uint64_t seed, std::uint32_t digits) {
  return seed & ~(~std::uint64_t{0} >> digits * kDigitBits);
}

const Entrant& winner_of_few(std::span<const Entrant> entrants, std::uint64_t hash) {
  const Entrant* best = &entrants.front();
  core::Draw best_draw{core::rendezvous_draw(hash, best->seed), best->weight};
  for (const auto& entrant : entrants.subspan(1)) {
    const core::Draw draw{core::rendezvous_draw(hash, entrant.seed), entrant.weight};
    const bool better = draw.weight == best_draw.weight ? draw.u > best_draw.u : core::beats(draw, best_draw);
    if (better) best = &entrant, best_draw = draw;
  }
  return *best;
}

}  // namespace

Skeleton::Skeleton(std::span<const Entrant> members) {
  std::vector<Entrant> leaves;
  leaves.reserve(members.size());
  for (std::uint32_t i = 0; i < members.size(); ++i) leaves.push_back({members[i].seed, 1, i});
  std::ranges::sort(leaves, {}, [](const Entrant& leaf) { return std::pair(leaf.seed, leaf.index); });
  root_ = grow(leaves, 0);
}

// What stands for `leaves`, which agree in their first `depth` digits and are in order of their seeds.
std::uint32_t Skeleton::grow(std::span<const Entrant> leaves, std::uint32_t depth) {
  if (leaves.size() == 1) return leaves.front().index;
  const auto agreeing = [&](std::uint32_t digits) {
    return prefix(leaves.front().seed, digits) == prefix(leaves.back().seed, digits);
  };
  while (depth < kDigits && agreeing(depth + 1)) ++depth;

  std::vector<Entrant> branches;
  if (depth == kDigits) {
    branches.assign(leaves.begin(), leaves.end());
  } else {
    for (auto rest = leaves; !rest.empty();) {
      const auto path = prefix(rest.front().seed, depth + 1);
      const auto end =
          std::ranges::find_if(rest, [&](const Entrant& leaf) { return prefix(leaf.seed, depth + 1) != path; });
      const auto branch = rest.first(static_cast<std::size_t>(end - rest.begin()));
      branches.push_back(
          {core::mix_nth(path, depth), static_cast<std::uint32_t>(branch.size()), grow(branch, depth + 1)});
      rest = rest.subspan(branch.size());
    }
  }
  if (branches.size() <= kFew) {
    nodes_.push_back({static_cast<std::uint32_t>(branches_.size()), static_cast<std::uint32_t>(branches.size())});
    branches_.insert(branches_.end(), branches.begin(), branches.end());
  } else {
    nodes_.push_back({static_cast<std::uint32_t>(contests_.size()), 0});
    contests_.emplace_back(branches);
  }
  return static_cast<std::uint32_t>(nodes_.size() - 1) | kNode;
}

std::uint32_t Skeleton::leaf(std::uint64_t hash) const {
  std::uint32_t at = root_;
  while ((at & kNode) != 0) {
    const auto [first, count] = nodes_[at & ~kNode];
    at = count == 0 ? contests_[first].winner(hash).index
                    : winner_of_few(std::span(branches_).subspan(first, count), hash).index;
  }
  return at;
}

}  // namespace guideway::balance
