#include "balance/roster.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "balance/limits.h"

namespace guideway::balance {

Error bad_input(const char* code, std::string message, std::string hint) {
  return {code, std::move(message), std::move(hint), Exit::bad_input};
}

Result<std::vector<std::uint32_t>> roster_of(std::span<const Backend> backends, std::size_t most) {
  if (backends.size() > most)
    return std::unexpected(bad_input("balance.too-many-backends", std::to_string(backends.size()) + " backends",
                                     "at most " + std::to_string(most) + " are possible here"));
  std::vector<std::uint32_t> order(backends.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto name = [&](std::uint32_t i) { return backends[i].name; };  // string_view compares as unsigned bytes
  std::ranges::sort(order, {}, name);
  const auto twice = std::ranges::adjacent_find(order, {}, name);
  if (twice != order.end())
    return std::unexpected(bad_input("balance.duplicate-name", "two backends are named " + std::string(name(*twice)),
                                     "give each backend a name of its own"));
  std::erase_if(order, [&](std::uint32_t i) { return backends[i].weight == 0; });
  if (order.empty())
    return std::unexpected(
        bad_input("balance.no-weight", "no backend with a weight above 0", "give a weight to one backend at least"));
  return order;
}

Result<std::vector<std::uint32_t>> table_roster(std::span<const Backend> backends, std::uint32_t size,
                                                std::uint32_t weight_scale) {
  if (size == 0)
    return std::unexpected(bad_input("balance.no-slots", "a table without slots", "65537 slots suit most pools"));
  if (size > kMaxTableSize)
    return std::unexpected(bad_input("balance.table-too-large",
                                     "a table of " + std::to_string(size) + " slots is too large",
                                     "choose a size up to " + std::to_string(kMaxTableSize)));
  if (backends.size() > size)
    return std::unexpected(
        bad_input("balance.too-many-backends",
                  std::to_string(backends.size()) + " backends in a table of " + std::to_string(size) + " slots",
                  "choose a table of at least " + std::to_string(100 * backends.size()) + " slots"));
  if (auto error = check_weights(backends, weight_scale)) return std::unexpected(*std::move(error));
  return roster_of(backends, kMaxBackends);
}

std::optional<Error> check_weights(std::span<const Backend> backends, std::uint32_t weight_scale) {
  if (weight_scale == 0 || weight_scale > kMaxWeightScale)
    return bad_input("balance.bad-weight-scale", "a weight scale of " + std::to_string(weight_scale),
                     "choose one from 1 to " + std::to_string(kMaxWeightScale));
  for (const auto& [name, weight] : backends)
    if (weight > weight_scale)
      return bad_input("balance.weight-above-scale",
                       "backend " + std::string(name) + " has weight " + std::to_string(weight) +
                           ", above the scale of " + std::to_string(weight_scale),
                       "lower the weight, or raise the scale on every balancer");
  return std::nullopt;
}

}  // namespace guideway::balance
