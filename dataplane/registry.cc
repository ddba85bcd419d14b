#include "dataplane/registry.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace guideway::dataplane {
namespace {

template <std::size_t N>
std::string_view read_name(const char (&name)[N]) {
  return {name, strnlen(name, N)};
}

template <std::size_t N>
void write_name(char (&to)[N], std::string_view name) {
  std::memset(to, 0, N);
  std::memcpy(to, name.data(), std::min(name.size(), N - 1));
}

bool is(const BackendName& entry, std::string_view name, const Address& address) {
  return read_name(entry.name) == name && entry.family == static_cast<std::uint8_t>(address.family) &&
         std::memcmp(entry.address, address.bytes, sizeof address.bytes) == 0;
}

std::string key_of(std::string_view name, const std::uint8_t (&address)[16], std::uint8_t family) {
  std::string key(name);
  key.push_back('\0');
  key.append(reinterpret_cast<const char*>(address), sizeof address);
  key.push_back(static_cast<char>(family));
  return key;
}

}  // namespace

std::optional<core::BackendId> Registry::find_backend(std::string_view name, const Address& address) const {
  for (std::uint32_t i = 0; i < memory_.backend_names.size(); ++i) {
    const BackendName& entry = memory_.backend_names[i];
    if (entry.name[0] != 0 && is(entry, name, address))
      return core::make_backend_id(i, memory_.backends[i].incarnation);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Registry::find_service(std::string_view name) const {
  for (std::uint32_t i = 0; i < memory_.service_names.size(); ++i)
    if (read_name(memory_.service_names[i].name) == name) return i;
  return std::nullopt;
}

std::uint8_t Registry::next_incarnation(std::uint32_t index) const {
  const std::uint8_t present = memory_.backends[index].incarnation;
  return static_cast<std::uint8_t>(present == 255 ? 1 : present + 1);
}

// The name goes first and comes back last: should this process die halfway, the place counts as never used, and
// nobody is found there under an address that is no longer his.
void Registry::place_backend(std::uint32_t index, const Wanted& wanted) {
  BackendName& entry = memory_.backend_names[index];
  core::store_shared(&entry.name[0], '\0');
  core::Backend& backend = memory_.backends[index];
  core::store_shared(&backend.state, core::BackendState::down);
  core::store_shared(&backend.incarnation, next_incarnation(index));
  std::memcpy(backend.address, wanted.address.bytes, sizeof backend.address);
  backend.family = wanted.address.family;
  backend.next_hop = index;
  memory_.next_hops[index] = {};

  std::memcpy(entry.address, wanted.address.bytes, sizeof entry.address);
  entry.family = static_cast<std::uint8_t>(wanted.address.family);
  entry.retired = 0;
  char name[sizeof entry.name];
  write_name(name, wanted.name);
  std::memcpy(entry.name + 1, name + 1, sizeof name - 1);
  core::store_shared(&entry.name[0], name[0]);
}

void Registry::place_service(std::uint32_t id, std::string_view name) {
  write_name(memory_.service_names[id].name, name);
  for (std::size_t at = id; at < memory_.service_traffic.size(); at += core::max_services)
    memory_.service_traffic[at] = {};
}

Result<Registry::Plan> Registry::plan(const std::vector<Wanted>& backends,
                                      const std::vector<std::string_view>& services) const {
  Plan plan;
  if (const auto planned = plan_services(services, plan); !planned) return std::unexpected(planned.error());
  if (const auto planned = plan_backends(backends, plan); !planned) return std::unexpected(planned.error());
  return plan;
}

void Registry::carry_out(const Plan& plan) {
  for (const auto& [index, wanted] : plan.new_backends) place_backend(index, wanted);
  for (const auto& [id, name] : plan.new_services) place_service(id, name);
}

Result<void> Registry::plan_backends(const std::vector<Wanted>& wanted, Plan& plan) const {
  std::unordered_map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> free;     // never given to anybody
  std::vector<std::uint32_t> retired;  // free once no flow refers to them
  for (std::uint32_t i = 0; i < memory_.backend_names.size(); ++i) {
    const BackendName& entry = memory_.backend_names[i];
    if (entry.name[0] == 0) {
      free.push_back(i);
    } else {
      known.emplace(key_of(read_name(entry.name), entry.address, entry.family), i);
      if (entry.retired != 0) retired.push_back(i);
    }
  }

  std::vector<std::size_t> newcomers;
  plan.backends.resize(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto found = known.find(
        key_of(wanted[i].name, wanted[i].address.bytes, static_cast<std::uint8_t>(wanted[i].address.family)));
    if (found == known.end()) {
      newcomers.push_back(i);
    } else {
      plan.backends[i] = core::make_backend_id(found->second, memory_.backends[found->second].incarnation);
      std::erase(retired, found->second);
    }
  }
  if (newcomers.size() > free.size()) {
    const std::vector<bool> referenced = referenced_places(memory_);
    for (const std::uint32_t place : retired)
      if (!referenced[place]) free.push_back(place);
  }
  if (newcomers.size() > free.size())
    return std::unexpected(Error{"dataplane.backends-full",
                                 "there is no room for " + std::to_string(newcomers.size()) +
                                     " new backends beside the " + std::to_string(memory_.backend_names.size()) +
                                     " that flows still refer to",
                                 "remove fewer at a time, or wait until the flows of removed ones have ended"});
  for (std::size_t i = 0; i < newcomers.size(); ++i) {
    plan.backends[newcomers[i]] = core::make_backend_id(free[i], next_incarnation(free[i]));
    plan.new_backends.emplace_back(free[i], wanted[newcomers[i]]);
  }
  return {};
}

Result<void> Registry::plan_services(const std::vector<std::string_view>& names, Plan& plan) const {
  std::vector<bool> taken(memory_.service_names.size());
  std::vector<std::size_t> newcomers;
  plan.services.resize(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const auto id = find_service(names[i])) {
      plan.services[i] = *id;
      taken[*id] = true;
    } else {
      newcomers.push_back(i);
    }
  }
  // A service id is only a place to count in: an old name's place may go to a new one at once; never-used places
  // first.
  std::vector<std::uint32_t> free;
  for (const bool used_before : {false, true})
    for (std::uint32_t i = 0; i < taken.size(); ++i)
      if (!taken[i] && (memory_.service_names[i].name[0] != 0) == used_before) free.push_back(i);
  if (newcomers.size() > free.size())
    return std::unexpected(Error{"dataplane.services-full",
                                 "at most " + std::to_string(memory_.service_names.size()) + " services fit",
                                 "remove some first"});
  for (std::size_t i = 0; i < newcomers.size(); ++i) {
    plan.services[newcomers[i]] = free[i];
    plan.new_services.emplace_back(free[i], names[newcomers[i]]);
  }
  return {};
}

std::vector<std::uint32_t> count_references(const Memory& memory) {
  std::vector<std::uint32_t> counts(memory.backends.size());
  for (const core::FlowLine& line : memory.flows) {
    for (const std::uint64_t& place : line.entry) {
      const core::BackendId id = core::entry_backend(core::load_shared(&place));
      const std::uint32_t index = core::index_of(id);
      if (id.value != 0 && index < counts.size() && memory.backends[index].incarnation == core::incarnation_of(id))
        ++counts[index];
    }
  }
  return counts;
}

std::vector<bool> referenced_places(const Memory& memory) {
  std::vector<bool> referenced(memory.backends.size());
  for (const core::FlowLine& line : memory.flows) {
    for (const std::uint64_t& place : line.entry) {
      const std::uint64_t entry = core::load_shared(&place);
      const std::uint32_t index = core::index_of(core::entry_backend(entry));
      if (entry != 0 && index < referenced.size()) referenced[index] = true;
    }
  }
  return referenced;
}

}  // namespace guideway::dataplane
