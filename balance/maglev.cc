#include "balance/maglev.h"

#include <optional>
#include <string>
#include <vector>

#include "balance/limits.h"
#include "balance/maglev/build.h"
#include "balance/maglev/fill.h"
#include "balance/primes.h"
#include "balance/roster.h"
#include "balance/xxh64.h"

namespace guideway::balance {

namespace {

std::optional<Error> check_prime(std::uint32_t size) {
  if (size > kMaxTableSize || is_prime(size)) return std::nullopt;  // too large a one is refused below
  const std::uint32_t below = prime_below(size), above = prime_above(size);
  return bad_input("balance.not-prime", "a table of " + std::to_string(size) + " slots: not a prime",
                   "nearest: " + (below == 0 ? "" : std::to_string(below) + ", ") + std::to_string(above));
}

Contender contender(const Backend& backend, std::uint32_t owner, std::uint32_t size) {
  return {static_cast<std::uint32_t>(xxh64(backend.name, 0) % size),
          static_cast<std::uint32_t>(xxh64(backend.name, 1) % (size - 1) + 1), backend.weight, owner};
}

}  // namespace

Result<Table> build_maglev(std::span<const Backend> backends, const TableOptions& options) {
  return build_maglev_with(Simd::widest, backends, options);
}

Result<Table> build_maglev_with(Simd simd, std::span<const Backend> backends, const TableOptions& options) {
  if (auto error = check_prime(options.size)) return std::unexpected(*error);
  const auto roster = table_roster(backends, options.size, options.weight_scale);
  if (!roster) return std::unexpected(roster.error());

  std::vector<Contender> contenders;
  contenders.reserve(roster->size());
  for (const auto i : *roster) contenders.push_back(contender(backends[i], i, options.size));
  // The narrower the slots, the less is written.
  const auto table = [&]<class Slot>(Slot) {
    return Table(fill<Slot>(options.size, contenders, options.weight_scale, simd), backends);
  };
  if (backends.size() <= kMostBackends<std::uint8_t>) return table(std::uint8_t{});
  if (backends.size() <= kMostBackends<std::uint16_t>) return table(std::uint16_t{});
  return table(std::uint32_t{});
}

}  // namespace guideway::balance
