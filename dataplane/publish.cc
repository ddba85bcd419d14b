#include "dataplane/publish.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "core/forward/service.h"
#include "dataplane/arena.h"

namespace guideway::dataplane {
namespace {

std::uint16_t to_ticks(std::uint16_t seconds) {
  return static_cast<std::uint16_t>(std::ceil(seconds * 1e9 / (1 << 30)));
}

// A MAC address as core::NextHop holds it: its bytes first in memory.
std::uint64_t to_word(const Mac& mac) {
  std::uint64_t word = 0;
  std::memcpy(&word, mac.data(), mac.size());
  return word;
}

core::Settings make_settings(const Snapshot& snapshot, std::uint32_t lines, std::uint32_t salt) {
  core::Settings settings{};
  std::memcpy(&settings.seed, snapshot.seed.data(), snapshot.seed.size());
  const Timeouts& t = snapshot.timeouts;
  for (const auto& [state, seconds] : {std::pair{core::FlowState::tentative, t.tentative},
                                       {core::FlowState::established, t.established},
                                       {core::FlowState::closing, t.closing},
                                       {core::FlowState::udp, t.udp}})
    settings.timeout[static_cast<unsigned>(state)] = to_ticks(seconds);
  settings.line_mask = lines - 1;
  settings.service_salt = salt;
  std::memcpy(&settings.source, snapshot.source.bytes, sizeof settings.source);
  std::memcpy(settings.source6, snapshot.source6.bytes, sizeof settings.source6);
  return settings;
}

core::Service make_service(const Address& vip, std::uint16_t port, std::uint8_t protocol) {
  core::Service service{};
  std::memcpy(service.address, vip.bytes, sizeof service.address);
  service.listener = core::listener(core::swap16(port), protocol, vip.family);
  return service;
}

bool has_table(const Pool& pool) { return pool.table && !pool.table->empty() && !pool.members.empty(); }

}  // namespace

struct Publisher::Layout {
  struct Place {
    std::uint32_t slots = 0, members = 0;
    bool write_slots = false;
  };
  std::vector<Place> pools;
};

Publisher::Publisher(const Memory& memory, std::function<void()> wait_for_readers)
    : memory_(memory), wait_for_readers_(std::move(wait_for_readers)), registry_(memory) {}

std::uint64_t Publisher::generation() const { return core::load_shared(&memory_.root[0].active) >> 1; }
std::uint32_t Publisher::active_half() const { return core::load_shared(&memory_.root[0].active) & 1; }

// Everything in force keeps its place; a table that several pools share is written once.
Result<Publisher::Layout> Publisher::lay_out(const Snapshot& snapshot) const {
  Arena slots(static_cast<std::uint32_t>(memory_.slots.size()) * core::slots_per_word);
  Arena members(static_cast<std::uint32_t>(memory_.members.size()));
  const auto round_up = [](std::uint32_t count) {
    return (count + core::slots_per_word - 1) / core::slots_per_word * core::slots_per_word;
  };
  std::set<std::uint32_t> shared;
  for (std::uint32_t i = 0; i < core::max_pools; ++i) {
    const core::Pool& pool = memory_.pools[active_half() * core::max_pools + i];
    if (pool.table_size == 0) continue;
    if (shared.insert(pool.slots).second) slots.take(pool.slots, round_up(pool.table_size));
    members.take(pool.members, pool.member_count);
  }

  Layout layout;
  std::map<const void*, std::uint32_t> placed;
  for (const Pool& pool : snapshot.pools) {
    Layout::Place place;
    if (has_table(pool)) {
      const auto count = static_cast<std::uint32_t>(pool.table->size());
      const auto known = placed.find(pool.table.get());
      const auto at = known != placed.end() ? std::optional(known->second) : slots.allocate(round_up(count));
      const auto first_member = members.allocate(static_cast<std::uint32_t>(pool.members.size()));
      if (!at || !first_member)
        return std::unexpected(
            Error{"dataplane.tables-full",
                  fmt::format("the table of pool {} ({} slots, {} backends) does not fit beside those in force",
                              pool.name, count, pool.members.size()),
                  "use smaller tables, or detach and start again: memory is sized at start for three times what is "
                  "needed then"});
      place = {*at, *first_member, placed.emplace(pool.table.get(), *at).second};
    }
    layout.pools.push_back(place);
  }
  return layout;
}

// The open-addressed array of core/forward/service.h, with a salt under which every look-up is short.
Result<std::vector<core::Service>> Publisher::index_services(const Snapshot& snapshot,
                                                             const std::vector<std::uint32_t>& ids,
                                                             std::uint32_t& salt) const {
  std::vector<core::Service> entries;
  std::set<Address> vips;
  for (std::size_t i = 0; i < snapshot.services.size(); ++i) {
    const Service& service = snapshot.services[i];
    core::Service entry = make_service(service.vip, service.port, service.protocol);
    entry.id = static_cast<std::uint16_t>(ids[i]);
    entry.pool = static_cast<std::uint16_t>(service.pool);
    entry.affinity = static_cast<core::Affinity>(service.affinity);
    entry.follows_fragments = service.follows_fragments;
    entries.push_back(entry);
    if (vips.insert(service.vip).second) entries.push_back(make_service(service.vip, 0, 0));
  }

  constexpr std::uint32_t tries = 64;  // a full index fits under six salts of seven
  for (salt = 0; salt < tries; ++salt) {
    std::vector<core::Service> places(core::service_places);
    const bool all_fit = std::ranges::all_of(entries, [&](const core::Service& entry) {
      const std::uint32_t first = core::service_place({{entry.address[0], entry.address[1]}, entry.listener}, salt);
      for (std::uint32_t probe = 0; probe < core::service_probes; ++probe) {
        core::Service& place = places[(first + probe) % core::service_places];
        if (place.listener != 0) continue;
        place = entry;
        return true;
      }
      return false;
    });
    if (all_fit) return places;
  }
  return std::unexpected(Error{"dataplane.services-full", "the services do not fit their index", "use fewer services"});
}

void Publisher::write_pools(const Snapshot& snapshot, const Layout& layout, std::uint32_t half) {
  for (std::uint32_t i = 0; i < core::max_pools; ++i) {
    core::Pool& target = memory_.pools[half * core::max_pools + i];
    target = {};
    if (i >= snapshot.pools.size() || !has_table(snapshot.pools[i])) continue;
    const Pool& pool = snapshot.pools[i];
    const Layout::Place& place = layout.pools[i];
    target = {static_cast<std::uint32_t>(pool.table->size()), place.slots, place.members,
              static_cast<std::uint32_t>(pool.members.size())};
    if (place.write_slots)
      std::memcpy(&memory_.slots[place.slots / core::slots_per_word], pool.table->data(), pool.table->size() * 2);
    for (std::size_t m = 0; m < pool.members.size(); ++m)
      memory_.members[place.members + m] = {backend_ids_[pool.members[m]], 0};
  }
}

Result<void> Publisher::apply(const Snapshot& snapshot) {
  if (snapshot.pools.size() > core::max_pools)
    return std::unexpected(
        Error{"dataplane.pools-full", fmt::format("at most {} pools fit", core::max_pools), "remove some"});
  const auto layout = lay_out(snapshot);
  if (!layout) return std::unexpected(layout.error());

  std::vector<std::string_view> service_names;
  for (const Service& service : snapshot.services) service_names.push_back(service.name);
  std::vector<Registry::Wanted> wanted;
  for (const Backend& backend : snapshot.backends) wanted.push_back({backend.name, backend.address});
  const auto plan = registry_.plan(wanted, service_names);
  if (!plan) return std::unexpected(plan.error());
  std::uint32_t salt = 0;
  const auto services = index_services(snapshot, plan->services, salt);
  if (!services) return std::unexpected(services.error());

  // Nothing can fail from here on.
  registry_.carry_out(*plan);
  backend_ids_ = plan->backends;
  service_ids_ = plan->services;

  // Before: what comes into use.
  backend_addresses_.clear();
  for (std::size_t i = 0; i < snapshot.backends.size(); ++i) {
    const std::uint32_t index = core::index_of(backend_ids_[i]);
    backend_addresses_.push_back(snapshot.backends[i].address);
    if (const auto hop = next_hops_.find(to_text(snapshot.backends[i].address)); hop != next_hops_.end())
      write_next_hop(index, hop->second);
    memory_.backend_names[index].retired = 0;
    if (snapshot.backends[i].state == BackendState::up)
      core::store_shared(&memory_.backends[index].state, core::BackendState::up);
  }

  const std::uint32_t half = active_half() ^ 1;
  write_pools(snapshot, *layout, half);
  std::ranges::copy(*services, memory_.services.begin() + half * core::service_places);
  memory_.settings[half] = make_settings(snapshot, static_cast<std::uint32_t>(memory_.flows.size()), salt);

  // The instant.
  core::store_shared(&memory_.root[0].active, snapshot.generation << 1 | half);
  wait_for_readers_();

  // After: what went out of use. Who is in no snapshot any more keeps its flows, as one that drains.
  std::vector<bool> present(memory_.backends.size());
  for (std::size_t i = 0; i < snapshot.backends.size(); ++i) {
    const std::uint32_t index = core::index_of(backend_ids_[i]);
    present[index] = true;
    core::store_shared(&memory_.backends[index].state, snapshot.backends[i].state);
  }
  for (std::uint32_t i = 0; i < present.size(); ++i) {
    if (present[i] || memory_.backend_names[i].name[0] == 0 || memory_.backend_names[i].retired != 0) continue;
    memory_.backend_names[i].retired = 1;
    if (memory_.backends[i].state == core::BackendState::up)
      core::store_shared(&memory_.backends[i].state, core::BackendState::draining);
  }
  return {};
}

void Publisher::set_next_hop(const Address& backend, const NextHop& hop) {
  next_hops_[to_text(backend)] = hop;
  for (std::size_t i = 0; i < backend_addresses_.size(); ++i)
    if (backend_addresses_[i] == backend) write_next_hop(core::index_of(backend_ids_[i]), hop);
}

void Publisher::write_next_hop(std::uint32_t index, const NextHop& hop) {
  core::NextHop& target = memory_.next_hops[index];
  if (hop.interface == 0) {
    core::store_shared(&target.interface, 0u);
    return;
  }
  core::store_shared(&target.source, to_word(hop.source));
  core::store_shared(&target.mtu, std::uint32_t{hop.mtu});
  core::store_shared(&target.destination, to_word(hop.destination));
  core::store_shared(&target.interface, hop.interface);
}

}  // namespace guideway::dataplane
