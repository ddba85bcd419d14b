#include "balance/choices.h"

#include <algorithm>
#include <string>
#include <utility>

#include "balance/loads/same_backends.h"
#include "balance/roster.h"
#include "core/hash/mix.h"

namespace guideway::balance {

Choices::Choices(Table table, Loads loads, std::uint32_t choices, std::uint64_t seed)
    : table_(std::move(table)), loads_(std::move(loads)), choices_(choices), seed_(seed) {}

Candidates Choices::candidates(std::uint64_t word) const {
  return core::candidates_of(word, choices_, [&](std::uint64_t w) { return table_.pick(w); });
}

std::uint32_t Choices::pick(std::uint64_t word) {
  const auto chosen = core::lightest_of(candidates(word), [&](std::uint32_t backend) { return loads_[backend]; });
  loads_.take(chosen);
  return chosen;
}

std::uint32_t Choices::pick() { return pick(core::mix_nth(seed_, turn_.up())); }

Result<Choices> build_choices(Table table, std::span<const Backend> backends, const ChoicesOptions& options) {
  if (options.choices == 0 || options.choices > kMostChoices)
    return std::unexpected(bad_input("balance.bad-choices", std::to_string(options.choices) + " choices",
                                     "two give most of what can be had; at most " + std::to_string(kMostChoices)));
  if (auto error = check_same_backends(table, backends)) return std::unexpected(*std::move(error));
  auto loads = build_loads(backends);
  if (!loads) return std::unexpected(std::move(loads).error());
  std::uint32_t owners = 0;
  const auto counts = table.counts();
  for (std::size_t i = 0; i < backends.size(); ++i) {
    if (counts[i] == 0) continue;
    ++owners;
    if (backends[i].weight == 0)
      return std::unexpected(bad_input("balance.other-backends",
                                       std::string(backends[i].name) + " owns slots and has no weight",
                                       "build a table of the list as it is now"));
  }
  return Choices(std::move(table), *std::move(loads), std::min(options.choices, owners), options.seed);
}

}  // namespace guideway::balance
