#include "balance/maglev.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "balance/fill.h"
#include "balance/primes.h"
#include "balance/xxh64.h"

namespace guideway::balance {

namespace {

Error bad_input(const char* code, std::string message, std::string hint) {
  return {code, std::move(message), std::move(hint), Exit::bad_input};
}

std::optional<Error> check_size(std::uint32_t size) {
  if (size > kMaxTableSize)
    return bad_input("balance.table-too-large", fmt::format("a table of {} slots is too large", size),
                     fmt::format("choose a prime up to {}", kMaxTableSize));
  if (!is_prime(size)) {
    const std::uint32_t below = prime_below(size), above = prime_above(size);
    return bad_input("balance.not-prime", fmt::format("a table of {} slots: not a prime", size),
                     below == 0 ? fmt::format("nearest: {}", above) : fmt::format("nearest: {}, {}", below, above));
  }
  return std::nullopt;
}

std::optional<Error> check_weights(std::span<const Backend> backends, std::uint32_t scale) {
  if (scale == 0 || scale > kMaxWeightScale)
    return bad_input("balance.bad-weight-scale", fmt::format("a weight scale of {}", scale),
                     fmt::format("choose one from 1 to {}", kMaxWeightScale));
  for (const auto& [name, weight] : backends)
    if (weight > scale)
      return bad_input("balance.weight-above-scale",
                       fmt::format("backend {} has weight {}, above the scale of {}", name, weight, scale),
                       "lower the weight, or raise the scale on every balancer");
  return std::nullopt;
}

std::optional<Error> check_count(std::size_t backends, std::uint32_t size) {
  if (backends > kMaxBackends)
    return bad_input("balance.too-many-backends", fmt::format("{} backends in one table", backends),
                     fmt::format("at most {} are possible", kMaxBackends));
  if (backends > size)
    return bad_input("balance.too-many-backends", fmt::format("{} backends in a table of {} slots", backends, size),
                     fmt::format("choose a prime of at least {}", 100 * backends));
  return std::nullopt;
}

// The indexes of all backends, by the bytes of their names; or a name that comes twice.
Result<std::vector<std::uint16_t>> sort_by_name(std::span<const Backend> backends) {
  std::vector<std::uint16_t> order;
  order.reserve(backends.size());
  for (std::size_t i = 0; i < backends.size(); ++i) order.push_back(static_cast<std::uint16_t>(i));
  const auto name = [&](std::uint16_t i) { return backends[i].name; };  // string_view compares as unsigned bytes
  std::ranges::sort(order, {}, name);
  const auto twice = std::ranges::adjacent_find(order, {}, name);
  if (twice != order.end())
    return std::unexpected(bad_input("balance.duplicate-name", fmt::format("two backends are named {}", name(*twice)),
                                     "give each backend a name of its own"));
  return order;
}

Contender contender(const Backend& backend, std::uint16_t owner, std::uint32_t size) {
  return {static_cast<std::uint32_t>(xxh64(backend.name, 0) % size),
          static_cast<std::uint32_t>(xxh64(backend.name, 1) % (size - 1) + 1), backend.weight, owner};
}

}  // namespace

Result<Table> build_maglev(std::span<const Backend> backends, const MaglevOptions& options) {
  if (auto error = check_size(options.size)) return std::unexpected(*error);
  if (auto error = check_count(backends.size(), options.size)) return std::unexpected(*error);
  if (auto error = check_weights(backends, options.weight_scale)) return std::unexpected(*error);
  const auto order = sort_by_name(backends);
  if (!order) return std::unexpected(order.error());

  std::vector<Contender> contenders;
  contenders.reserve(backends.size());
  for (const auto i : *order)
    if (backends[i].weight > 0) contenders.push_back(contender(backends[i], i, options.size));
  if (contenders.empty())
    return std::unexpected(bad_input("balance.no-weight", "no backend with a weight above 0",
                                     "a table needs one backend that may own slots"));
  return Table(fill(options.size, contenders, options.weight_scale), backends);
}

}  // namespace guideway::balance
