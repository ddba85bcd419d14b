#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "balance/hash.h"
#include "balance/policies.h"
#include "balance/ring.h"
#include "base/error.h"
#include "core/flow/key.h"
#include "core/select/rendezvous.h"
#include "core/select/slot.h"
#include "lab/module/guideway.h"

using namespace guideway;

struct guideway_table {
  balance::Table table;
};

namespace {

std::string& last_error() {
  static std::string text;
  return text;
}

std::vector<balance::Backend> list_of(const char* names, const uint32_t* weights, uint32_t backends) {
  std::vector<balance::Backend> list;
  list.reserve(backends);
  for (std::uint32_t i = 0; i < backends; ++i) {
    const std::string_view name = names;
    list.push_back({name, weights[i]});
    names += name.size() + 1;
  }
  return list;
}

guideway_table* hand_out(Result<balance::Table> built) {
  last_error() = built ? "" : to_text(built.error());
  return built ? new guideway_table{*std::move(built)} : nullptr;
}

core::FlowKey flow_key(const char* flow, core::Family family) {
  core::FlowKey key{};
  key.family = family;
  const std::size_t addresses = family == core::Family::ipv4 ? 8 : 32;
  std::memcpy(key.addresses, flow, addresses);
  std::memcpy(&key.ports_and_protocol, flow + addresses, 8);
  return key;
}

}  // namespace

void* guideway_allocate(size_t bytes) { return ::operator new(bytes); }
void guideway_free(void* memory) { ::operator delete(memory); }

guideway_table* guideway_build(const char* policy, const char* names, const uint32_t* weights, uint32_t backends,
                               uint32_t size, uint32_t weight_scale) {
  const auto known = balance::policy_of(policy);
  if (!known)
    return hand_out(std::unexpected(Error{"balance.unknown-policy", "no policy " + std::string(policy) + " has a table",
                                          "choose one of balance/policies.h", Exit::bad_input}));
  return hand_out(balance::build_table(*known, list_of(names, weights, backends), {size, weight_scale}));
}

guideway_table* guideway_build_ring(const char* names, const uint32_t* weights, uint32_t backends, uint32_t size,
                                    uint32_t weight_scale, uint32_t points, uint32_t min_points, uint32_t max_points) {
  const balance::RingOptions ring = {points, min_points, max_points, weight_scale};
  return hand_out(balance::build_ring_table(list_of(names, weights, backends), {size, ring}));
}

void guideway_destroy(guideway_table* table) { delete table; }

const char* guideway_error() { return last_error().c_str(); }

uint32_t guideway_size(const guideway_table* table) { return table->table.size(); }

void guideway_slots(const guideway_table* table, uint32_t* slots) {
  table->table.visit_slots([&](auto all) {
    for (const auto slot : all) *slots++ = slot;
  });
}

uint32_t guideway_slot(uint64_t hash, uint32_t size) { return core::slot_of(hash, size); }

uint64_t guideway_digest(const guideway_table* table) { return table->table.digest(); }

uint64_t guideway_hash(const void* key, size_t bytes, uint64_t seed) {
  return balance::hash_of({static_cast<const char*>(key), bytes}, seed);
}

uint64_t guideway_flow_hash(const void* seed, const void* flow, uint32_t family, uint32_t affinity) {
  core::SipKey key;
  std::memcpy(&key, seed, sizeof key);
  const auto flow_of = flow_key(static_cast<const char*>(flow), static_cast<core::Family>(family));
  return core::hash(core::selection_key(flow_of, static_cast<core::Affinity>(affinity)), key);
}

uint64_t guideway_draw(uint64_t hash, uint64_t seed) { return core::rendezvous_draw(hash, seed); }

uint32_t guideway_minus_log2(uint64_t u) { return core::minus_log2(u); }
