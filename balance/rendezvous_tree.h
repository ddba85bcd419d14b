// Rendezvous in O(log N): the backends as leaves of a tree, a small contest at each branching.
//
// Source: Wang and Ravishankar, "Hash-Based Virtual Hierarchies for Scalable Location Service in Mobile Ad-hoc
// Networks", Mobile Networks and Applications, 2009 (the skeleton); here weighted, and with unequal branches.
//
// Each listed backend has a leaf, found by the digits (6 bits each) of XXH64 of its name. From the root down the
// branches hold a contest as in rendezvous.h, a branch weighing as many leaves as it holds, so that every leaf
// is as likely. Having arrived, a hash stays with a chance of weight / weight scale; otherwise it starts again with
// its next word. So backends share by their weights, and what a hash tries, in order, depends on nothing but the list
// of names. After 16 tries in vain the flat contest of rendezvous.h decides.
//
// What moves. Nothing needlessly when weights change: a hash leaves only a backend that has lost weight, or
// goes to one that has gained some. That is why a backend that is away should stay in the list, with weight 0. When a
// name itself comes or goes, all branches above its leaf change their weights, and hashes move between backends that
// stay: fewer than the lost one had where there are some tens, about as many where there are a thousand, more beyond
// (tests/balance/rendezvous_tree_test.cc holds bounds). (Weighing branches by the weights of their leaves, without
// second tries, pays that price for every change of weight, too.)
//
// Cost. About log N / log 64 contests of up to 64 branches a try, and N * scale / (sum of weights) tries: it pays from
// some thousands of backends on (bench/README.md); below, or where most weights are far below the scale, take the flat
// form.
//
// Another mapping than the flat one's, and no contract: it may change with a version of this library. Otherwise as
// rendezvous.h says: shape, threads, what is not guaranteed. O(N log N) to build, about 200 bytes a backend.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "balance/backend.h"
#include "balance/hash.h"
#include "balance/rendezvous/skeleton.h"
#include "base/error.h"

namespace guideway::balance {

struct RendezvousTreeOptions {
  // The weight of a backend that is up to everything; no weight exceeds it. A constant of the pool.
  std::uint32_t weight_scale = kDefaultWeightScale;
};

class RendezvousTree {
 public:
  // The backend that a hash or a key falls to.
  std::uint32_t pick(std::uint64_t hash) const;
  std::uint32_t pick(std::string_view key) const { return pick(hash_of(key)); }

 private:
  friend Result<RendezvousTree> build_rendezvous_tree(std::span<const Backend> backends,
                                                      const RendezvousTreeOptions& options);
  RendezvousTree(std::span<const Entrant> members, std::span<const Entrant> weighty, std::uint32_t weight_scale);

  std::vector<Entrant> members_;  // all that are listed, by the bytes of their names
  std::uint32_t weight_scale_;
  Skeleton skeleton_;
  Contest flat_;
};

// Errors, by code: balance.too-many-backends (more than kMaxBackends), balance.duplicate-name, balance.no-weight,
// balance.bad-weight-scale, balance.weight-above-scale.
Result<RendezvousTree> build_rendezvous_tree(std::span<const Backend> backends,
                                             const RendezvousTreeOptions& options = {});

}  // namespace guideway::balance
