#include "balance/rendezvous_tree.h"

#include <algorithm>
#include <numeric>

#include "balance/limits.h"
#include "balance/rendezvous/entrants.h"
#include "balance/roster.h"
#include "core/hash/mix.h"

namespace guideway::balance {

namespace {

constexpr std::uint64_t kTries = 16;

bool stays(const Entrant& member, std::uint64_t hash, std::uint32_t weight_scale) {
  return (core::mix(hash ^ member.seed) >> 32) * weight_scale >> 32 < member.weight;
}

}  // namespace

RendezvousTree::RendezvousTree(std::span<const Entrant> members, std::span<const Entrant> weighty,
                               std::uint32_t weight_scale)
    : members_(members.begin(), members.end()), weight_scale_(weight_scale), skeleton_(members), flat_(weighty) {}

std::uint32_t RendezvousTree::pick(std::uint64_t hash) const {
  for (std::uint64_t tried = 0; tried < kTries; ++tried) {
    const auto word = tried == 0 ? hash : core::mix_nth(hash, tried);
    const auto& member = members_[skeleton_.leaf(word)];
    if (stays(member, word, weight_scale_)) return member.index;
  }
  return flat_.winner(hash).index;
}

Result<RendezvousTree> build_rendezvous_tree(std::span<const Backend> backends, const RendezvousTreeOptions& options) {
  if (auto error = check_weights(backends, options.weight_scale)) return std::unexpected(*std::move(error));
  const auto roster = roster_of(backends, kMaxBackends);
  if (!roster) return std::unexpected(roster.error());
  std::vector<std::uint32_t> all(backends.size());
  std::iota(all.begin(), all.end(), 0U);
  std::ranges::sort(all, {}, [&](std::uint32_t i) { return backends[i].name; });
  return RendezvousTree(entrants_of(backends, all), entrants_of(backends, *roster), options.weight_scale);
}

}  // namespace guideway::balance
