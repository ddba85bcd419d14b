// Rendezvous hashing (highest random weight), contract "Rendezvous, v1" of ARCHITECTURE.md.
//
// Source: Thaler and Ravishankar, "Using Name-Based Mappings to Increase Hit Rates", IEEE/ACM Transactions on
// Networking, 1998. For a hash each backend makes a draw that depends on the hash and its own name alone, and the
// best draw wins. Weighted exactly, as a race of exponential clocks (-log(u) / w), in integers
// (core/select/rendezvous.h): the same choice natively, in the kernel and in WebAssembly.
//
// What it is for. Minimal disruption, without exception: a hash changes hands only when its backend goes or loses
// weight, and then to any of the others by their weights, or to a backend that comes or gains weight. A backend of
// weight w gets the share w / (sum of weights) of all hashes, by chance: of h hashes with share p, about
// h p +- 3 sqrt(h p). No table, no state but the list.
//
// Weights: any from 0 (never) to 2^32 - 1; only their ratios matter.
// Cost: a draw a backend, several at once where the processor has vectors, and a logarithm (a bound of it) a weight;
// bench/README.md has figures. Where that is too much, look at rendezvous_table.h (one read) or at rendezvous_tree.h
// (O(log N)).
//
// Shape. pick() returns an index into the list that the builder was given. Whose it is, by name, depends on the names
// and weights alone, never on their order.
//
// Threads. Immutable once built: any number of threads may pick without locks.
//
// Not guaranteed. Even counts: unlike Maglev's, shares vary by chance. Hashes must be uniform in all 64 bits
// (balance/hash.h); names that strangers choose can be made to win (the draws are not keyed).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "balance/backend.h"
#include "balance/hash.h"
#include "balance/rendezvous/contest.h"
#include "base/error.h"

namespace guideway::balance {

class Rendezvous {
 public:
  // The backend that a hash or a key falls to. O(number of backends).
  std::uint32_t pick(std::uint64_t hash) const { return contest_.winner(hash).index; }
  std::uint32_t pick(std::string_view key) const { return pick(hash_of(key)); }

 private:
  friend Result<Rendezvous> build_rendezvous(std::span<const Backend> backends);
  explicit Rendezvous(std::span<const Entrant> entrants) : contest_(entrants) {}

  Contest contest_;
};

// Errors, by code: balance.too-many-backends (more than kMaxBackends), balance.duplicate-name, balance.no-weight (no
// backend, or none with a weight). O(N log N). Deterministic; nothing is shared between calls.
Result<Rendezvous> build_rendezvous(std::span<const Backend> backends);

}  // namespace guideway::balance
