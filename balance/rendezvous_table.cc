#include "balance/rendezvous_table.h"

#include <optional>
#include <string_view>
#include <unordered_map>

#include "balance/rendezvous/contest.h"
#include "balance/rendezvous/entrants.h"
#include "balance/roster.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"

namespace guideway::balance {

namespace {

std::uint64_t hash_of_slot(std::uint32_t slot) { return core::mix_nth(0, slot); }

// What one list of backends is to an earlier one.
struct Difference {
  // For each earlier backend, who it is now, unless it has gone or lost weight: its slots are then drawn for anew.
  std::vector<std::optional<std::uint32_t>> stays;
  std::vector<std::uint32_t> comers;  // new ones, and those that have gained weight, in order of `roster`
};

Difference difference(const Table& before, std::span<const std::uint32_t> weights, std::span<const Backend> backends,
                      std::span<const std::uint32_t> roster) {
  std::unordered_map<std::string_view, std::uint32_t> earlier;
  for (std::uint32_t i = 0; i < weights.size(); ++i) earlier.emplace(before.name(i), i);
  Difference result;
  result.stays.resize(weights.size());
  for (const auto i : roster) {
    const auto known = earlier.find(backends[i].name);
    const std::uint32_t weight = known == earlier.end() ? 0 : weights[known->second];
    if (weight < backends[i].weight) result.comers.push_back(i);
    if (weight != 0 && weight <= backends[i].weight) result.stays[known->second] = i;
  }
  return result;
}

}  // namespace

RendezvousTable::RendezvousTable(std::vector<std::uint16_t> owners, std::span<const Backend> backends,
                                 const TableOptions& options)
    : table_(std::move(owners), backends), options_(options) {
  weights_.reserve(backends.size());
  for (const auto& backend : backends) weights_.push_back(backend.weight);
}

Result<RendezvousTable> build_rendezvous_table(std::span<const Backend> backends, const TableOptions& options) {
  const auto roster = table_roster(backends, options.size, options.weight_scale);
  if (!roster) return std::unexpected(roster.error());
  const Contest all(entrants_of(backends, *roster));
  std::vector<std::uint16_t> owners(options.size);
  for (std::uint32_t slot = 0; slot < options.size; ++slot)
    owners[slot] = static_cast<std::uint16_t>(all.winner(hash_of_slot(slot)).index);
  return RendezvousTable(std::move(owners), backends, options);
}

Result<RendezvousTable> RendezvousTable::update(std::span<const Backend> backends) const {
  const auto roster = table_roster(backends, options_.size, options_.weight_scale);
  if (!roster) return std::unexpected(roster.error());
  const auto [stays, comers] = difference(table_, weights_, backends, *roster);
  const auto entrants = entrants_of(backends, *roster);
  const Contest all(entrants);
  const auto challenge = comers.empty() ? std::nullopt : std::optional<Contest>(entrants_of(backends, comers));
  std::vector<std::uint64_t> seeds(backends.size());
  for (const auto& entrant : entrants) seeds[entrant.index] = entrant.seed;

  // Backends of one seed and one weight draw alike: the first in order wins.
  const auto beats = [&](const Winner& comer, std::uint32_t owner, std::uint64_t hash) {
    const core::Draw held{core::rendezvous_draw(hash, seeds[owner]), backends[owner].weight};
    if (comer.draw == held.u && comer.weight == held.weight) return backends[comer.index].name < backends[owner].name;
    return core::beats({comer.draw, comer.weight}, held);
  };

  std::vector<std::uint16_t> owners(options_.size);
  for (std::uint32_t slot = 0; slot < options_.size; ++slot) {
    const auto hash = hash_of_slot(slot);
    auto owner = stays[table_[slot]];
    if (!owner) {
      owner = all.winner(hash).index;
    } else if (challenge) {
      const auto comer = challenge->winner(hash);
      if (beats(comer, *owner, hash)) owner = comer.index;
    }
    owners[slot] = static_cast<std::uint16_t>(*owner);
  }
  return RendezvousTable(std::move(owners), backends, options_);
}

}  // namespace guideway::balance
