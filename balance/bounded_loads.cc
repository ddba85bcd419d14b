#include "balance/bounded_loads.h"

#include <cstddef>
#include <string>
#include <utility>

#include "balance/limits.h"
#include "balance/loads/same_backends.h"
#include "balance/roster.h"
#include "core/select/bounded_loads.h"

namespace guideway::balance {

namespace {

constexpr std::uint32_t kMaxEpsilon = 1'000;
constexpr std::size_t kMost = 65'535;  // backends, for which core::below_cap() is exact

std::uint32_t start_of(const Table& table, std::uint64_t hash) { return slot_of(hash, table.size()); }
std::uint32_t start_of(const Ring& ring, std::uint64_t hash) { return ring.start(hash); }
std::uint32_t owner_of(const Table& table, std::uint32_t slot) { return table[slot]; }
std::uint32_t owner_of(const Ring& ring, std::uint32_t point) { return ring.owner(point); }

template <class Circle>
Result<BoundedLoads> build(Circle circle, std::span<const Backend> backends, std::uint32_t epsilon) {
  if (epsilon == 0 || epsilon > kMaxEpsilon)
    return std::unexpected(bad_input("balance.bad-epsilon", "an epsilon of " + std::to_string(epsilon) + " percent",
                                     "choose one from 1 to " + std::to_string(kMaxEpsilon) + "; 25 suits most pools"));
  if (backends.size() > kMost)
    return std::unexpected(bad_input("balance.too-many-backends", std::to_string(backends.size()) + " backends",
                                     "at most " + std::to_string(kMost) + " are possible with bounded loads"));
  if (auto error = check_same_backends(circle, backends)) return std::unexpected(*std::move(error));
  if (auto error = check_weights(backends, kMaxWeightScale)) return std::unexpected(*std::move(error));
  auto loads = build_loads(backends);
  if (!loads) return std::unexpected(std::move(loads).error());
  std::uint64_t weights = 0;
  for (const auto& backend : backends) weights += backend.weight;
  return BoundedLoads(std::move(circle), *std::move(loads), weights, epsilon);
}

}  // namespace

BoundedLoads::BoundedLoads(Owners owners, Loads loads, std::uint64_t weights, std::uint32_t epsilon)
    : owners_(std::move(owners)), loads_(std::move(loads)), weights_(weights), epsilon_(epsilon) {}

BoundedLoads::Placement BoundedLoads::place(std::uint64_t hash) {
  return std::visit([&](const auto& circle) { return walk(circle, hash); }, owners_);
}

// The total goes up before a load does, and down after it, so that it is never below the sum of loads: the caps
// of such a total always have room for one more.
template <class Circle>
BoundedLoads::Placement BoundedLoads::walk(const Circle& circle, std::uint64_t hash) {
  std::uint64_t total = total_.up() + 1;
  const std::uint32_t size = circle.size();
  std::uint32_t at = start_of(circle, hash);
  for (std::uint32_t passed = 0; passed < size; ++passed) {
    const auto backend = owner_of(circle, at);
    Load seen = loads_[backend];
    while (core::below_cap(seen, total, weights_, epsilon_))
      if (loads_.take_if(backend, seen.load)) return {backend, passed};
    total = total_.value();  // others may have come since, and this pick may have slept
    if (++at == size) at = 0;
  }
  const auto least = loads_.least(hash);
  loads_.take(least);
  return {least, size};
}

void BoundedLoads::take(std::uint32_t backend, std::uint32_t count) {
  total_.up(count);
  loads_.take(backend, count);
}

bool BoundedLoads::release(std::uint32_t backend) {
  if (!loads_.release(backend)) return false;
  total_.down();
  return true;
}

std::uint64_t BoundedLoads::cap(std::uint32_t backend) const {
  return core::cap_of(loads_[backend].weight, total() + 1, weights_, epsilon_);
}

Result<BoundedLoads> build_bounded_loads(Table table, std::span<const Backend> backends,
                                         const BoundedLoadsOptions& options) {
  return build(std::move(table), backends, options.epsilon_percent);
}

Result<BoundedLoads> build_bounded_loads(Ring ring, std::span<const Backend> backends,
                                         const BoundedLoadsOptions& options) {
  return build(std::move(ring), backends, options.epsilon_percent);
}

}  // namespace guideway::balance
