#include "balance/loads.h"

#include <utility>

#include "balance/limits.h"
#include "balance/roster.h"
#include "core/hash/mix.h"

namespace guideway::balance {

namespace {

constexpr unsigned kApart = 3;  // 8 counters of 8 bytes: a cache line

}  // namespace

Loads::Loads(std::span<const Backend> backends, std::vector<std::uint32_t> roster, LoadsLayout layout)
    : backends_(backends.size()),
      spacing_(layout == LoadsLayout::apart ? kApart : 0),
      counters_(std::make_unique<Counter[]>(backends.size() << spacing_)),
      roster_(std::move(roster)) {
  for (std::size_t i = 0; i < backends.size(); ++i) at(i).weight = backends[i].weight;
}

std::uint64_t Loads::total() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < backends_; ++i) sum += of(i);
  return sum;
}

bool Loads::release(std::size_t backend) {
  auto& load = at(backend).load;
  auto seen = load.load(std::memory_order_relaxed);
  while (seen > 0)
    if (load.compare_exchange_weak(seen, seen - 1, std::memory_order_relaxed)) return true;
  return false;
}

// Each tied backend draws a number by its rank, and the highest wins.
std::uint32_t Loads::least(std::uint64_t word) const {
  std::uint32_t best = roster_[0];
  Load best_load = (*this)[best];
  std::uint64_t best_draw = core::mix_nth(word, 0);
  for (std::size_t rank = 1; rank < roster_.size(); ++rank) {
    const Load load = (*this)[roster_[rank]];
    if (lighter(best_load, load)) continue;
    const std::uint64_t draw = core::mix_nth(word, rank);
    if (!lighter(load, best_load) && draw <= best_draw) continue;
    best = roster_[rank];
    best_load = load;
    best_draw = draw;
  }
  return best;
}

Result<Loads> build_loads(std::span<const Backend> backends, LoadsLayout layout) {
  auto roster = roster_of(backends, kMaxBackends);
  if (!roster) return std::unexpected(std::move(roster).error());
  return Loads(backends, *std::move(roster), layout);
}

}  // namespace guideway::balance
