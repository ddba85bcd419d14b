// pools.NAME.backends: who answers the clients.
#include <fmt/format.h>

#include "balance/limits.h"
#include "control/config/address.h"
#include "control/config/number.h"
#include "control/config/sections.h"
#include "control/config/word.h"

namespace guideway::config {
namespace {

constexpr Setting<BackendDraft> kBackend[] = {
    {{"name", "the address",
      "its name in tables, metrics and commands; part of the table's contract, so never rename lightly"},
     [](const Value& value, BackendDraft& draft) {
       draft.name = value.place();
       read_name(value, draft.backend.name);
     }},
    {{"address", kRequired, "its IPv4 or IPv6 address"},
     [](const Value& value, BackendDraft& draft) {
       draft.address = value.place();
       read_host_address(value, draft.backend.address);
     }},
    {{"weight", "weight_scale", "its share, from 0 (no new flows) to the pool's weight_scale"},
     [](const Value& value, BackendDraft& draft) {
       draft.weight = value.place();
       draft.weighted = read_number(value, 0, balance::kMaxWeightScale, draft.backend.weight);
     }},
    {{"port", "", "refused, with an explanation: a backend is reached on the service's port"},
     [](const Value& value, BackendDraft&) {
       value.error("port-mapping", "a backend has no port of its own: the client's packet reaches it unchanged",
                   "let it listen on the service's port, and remove this");
     }},
};

}  // namespace

void read_backends(const Value& value, PoolDraft& draft) {
  const std::vector<Value> items = value.items();
  if (items.empty() && value.is(TreeNode::Kind::list))
    return value.error("no-backends", "a pool without a backend", "add one: {name: NAME, address: ADDRESS}");
  if (items.size() > kMaxBackends)
    return value.error("too-many", fmt::format("{} backends", items.size()), fmt::format("at most {}", kMaxBackends));
  for (const Value& item : items) {
    BackendDraft& backend = draft.backends.emplace_back();
    backend.place = backend.name = item.place();
    read_section(item, kBackend, backend);
    if (backend.backend.name.empty()) backend.backend.name = to_text(backend.backend.address);
  }
}

void describe_backends(Reference& reference) { reference.push_back(keys_of("pools.NAME.backends[]", kBackend)); }

}  // namespace guideway::config
