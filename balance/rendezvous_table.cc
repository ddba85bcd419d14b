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

// From so many on, comers meet in a contest of their own before the best one meets a slot's owner.
constexpr std::size_t kCrowd = 6;

// What one list of backends is to an earlier one.
struct Difference {
  // For each earlier backend, who it is now; nobody, if it has gone or lost weight: its slots are then drawn for anew.
  std::vector<const Entrant*> stays;
  std::vector<Entrant> comers;  // new ones, and those that have gained weight, in order
};

Difference difference(const Table& before, std::span<const std::uint32_t> weights, std::span<const Backend> backends,
                      std::span<const Entrant> entrants) {
  std::unordered_map<std::string_view, std::uint32_t> earlier;
  for (std::uint32_t i = 0; i < weights.size(); ++i) earlier.emplace(before.name(i), i);
  Difference result;
  result.stays.resize(weights.size());
  for (const auto& entrant : entrants) {
    const auto known = earlier.find(backends[entrant.index].name);
    const std::uint32_t weight = known == earlier.end() ? 0 : weights[known->second];
    if (weight < entrant.weight) result.comers.push_back(entrant);
    if (weight != 0 && weight <= entrant.weight) result.stays[known->second] = &entrant;
  }
  return result;
}

// Entrants of one seed and one weight draw alike: the first in order of names wins.
bool beats(const Entrant& comer, const Entrant& owner, std::uint64_t hash, std::span<const Backend> backends) {
  const core::Draw a{core::rendezvous_draw(hash, comer.seed), comer.weight};
  const core::Draw b{core::rendezvous_draw(hash, owner.seed), owner.weight};
  if (a.weight != b.weight) return core::beats(a, b);
  return a.u > b.u || (a.u == b.u && backends[comer.index].name < backends[owner.index].name);
}

}  // namespace

RendezvousTable::RendezvousTable(std::vector<std::uint32_t> owners, std::span<const Backend> backends,
                                 const TableOptions& options)
    : table_(std::move(owners), backends), options_(options) {
  weights_.reserve(backends.size());
  for (const auto& backend : backends) weights_.push_back(backend.weight);
}

Result<RendezvousTable> build_rendezvous_table(std::span<const Backend> backends, const TableOptions& options) {
  const auto roster = table_roster(backends, options.size, options.weight_scale);
  if (!roster) return std::unexpected(roster.error());
  const Contest all(entrants_of(backends, *roster));
  std::vector<std::uint32_t> owners(options.size);
  for (std::uint32_t slot = 0; slot < options.size; ++slot) owners[slot] = all.winner(hash_of_slot(slot)).index;
  return RendezvousTable(std::move(owners), backends, options);
}

Result<RendezvousTable> RendezvousTable::update(std::span<const Backend> backends) const {
  const auto roster = table_roster(backends, options_.size, options_.weight_scale);
  if (!roster) return std::unexpected(roster.error());
  const auto entrants = entrants_of(backends, *roster);
  const auto [stays, comers] = difference(table_, weights_, backends, entrants);
  const Contest all(entrants);
  const auto crowd = comers.size() < kCrowd ? std::nullopt : std::optional<Contest>(comers);

  std::vector<std::uint32_t> owners(options_.size);
  for (std::uint32_t slot = 0; slot < options_.size; ++slot) {
    const auto hash = hash_of_slot(slot);
    const Entrant* owner = stays[table_[slot]];
    if (owner == nullptr)
      owner = &all.winner(hash);
    else
      for (const auto& comer : crowd ? std::span(&crowd->winner(hash), 1) : std::span(comers))
        if (beats(comer, *owner, hash, backends)) owner = &comer;
    owners[slot] = owner->index;
  }
  return RendezvousTable(std::move(owners), backends, options_);
}

}  // namespace guideway::balance
