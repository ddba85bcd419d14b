// The power of d choices: a few candidates, and the least loaded of them.
//
// Source: Azar, Broder, Karlin and Upfal, "Balanced Allocations" (STOC 1994; SIAM J. Comput. 29, 1999); Mitzenmacher,
// "The Power of Two Choices in Randomized Load Balancing" (IEEE TPDS 12, 2001). n balls in n bins: the fullest bin
// gets about ln n / ln ln n at one choice, and ln ln n / ln d more than the average at d >= 2. Two give nearly all of
// it.
//
// Candidates are drawn from a table, so in proportion to weights, and compared relative to weights
// (core/select/load.h); of equals the first wins. They depend on the word given: with a flow's hash, balancers that
// share nothing but the list consider the same few backends (contract "Choices, v1" of ARCHITECTURE.md), and
// at equal loads and weights a flow goes where the table sends it; with a random word it is the classical form.
//
// Threads. Any number may pick and release. A pick compares loads and then counts: picks at the same moment may
// not see each other, so a backend may be ahead by as many as there are threads. Counters themselves are exact.
// Not guaranteed. With very uneven weights some words have fewer than d candidates: 8 d words are looked at.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "balance/backend.h"
#include "balance/hash.h"
#include "balance/loads.h"
#include "balance/loads/shared_counter.h"
#include "balance/table.h"
#include "base/error.h"
#include "core/select/choices.h"

namespace guideway::balance {

using core::Candidates;
using core::kMostChoices;

struct ChoicesOptions {
  std::uint32_t choices = 2;  // d: 1 to kMostChoices; as many as there are owners, where these are fewer
  std::uint64_t seed = 0;     // of pick() without a word
};

class Choices {
 public:
  // For builders; users call build_choices().
  Choices(Table table, Loads loads, std::uint32_t choices, std::uint64_t seed);

  // Chooses and counts: the backend's index, to be released when done. O(d) expected, 8 d reads at most.
  std::uint32_t pick(std::uint64_t word);
  std::uint32_t pick(std::string_view key) { return pick(hash_of(key)); }
  std::uint32_t pick();  // the next word of the seed's own sequence

  // Counts what was placed before, say by the object that this one replaces.
  void take(std::uint32_t backend, std::uint32_t count = 1) { loads_.take(backend, count); }

  bool release(std::uint32_t backend) { return loads_.release(backend); }  // false, and nothing changes: none was held

  // Who is considered, in order. The first is the table's pick.
  Candidates candidates(std::uint64_t word) const;

  const Table& table() const { return table_; }
  const Loads& loads() const { return loads_; }

 private:
  Table table_;
  Loads loads_;
  std::uint32_t choices_;
  std::uint64_t seed_;
  SharedCounter turn_;
};

// `backends` is the list that the table was built of. Errors: balance.bad-choices, balance.other-backends (the list
// is not the table's, or an owner has no weight in it), and those of build_loads(). O(size of the table).
Result<Choices> build_choices(Table table, std::span<const Backend> backends, const ChoicesOptions& options = {});

}  // namespace guideway::balance
