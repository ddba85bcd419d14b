// services: what clients connect to.
#include <fmt/format.h>

#include "control/config/address.h"
#include "control/config/number.h"
#include "control/config/sections.h"
#include "control/config/word.h"

namespace guideway::config {
namespace {

constexpr std::size_t kMostServices = 1024;

constexpr Choice<Protocol> kProtocols[] = {{"tcp", Protocol::tcp}, {"udp", Protocol::udp}};
constexpr Choice<Affinity> kAffinities[] = {
    {"5-tuple", Affinity::five_tuple}, {"3-tuple", Affinity::three_tuple}, {"client", Affinity::client}};
constexpr Choice<Encapsulation> kEncapsulations[] = {
    {"gre", Encapsulation::gre}, {"ipip", {}}, {"gue", {}}, {"l2", {}}};
constexpr Choice<Fragments> kFragments[] = {{"follow", Fragments::follow}, {"drop", Fragments::drop}};

constexpr Setting<ServiceDraft> kService[] = {
    {{"name", kRequired, "its name in metrics and commands"},
     [](const Value& value, ServiceDraft& draft) {
       draft.name = value.place();
       read_name(value, draft.service.name);
     }},
    {{"vip", kRequired, "the virtual IP address, IPv4 or IPv6"},
     [](const Value& value, ServiceDraft& draft) {
       draft.vip = value.place();
       read_host_address(value, draft.service.vip);
     }},
    {{"protocol", kRequired, "`tcp` or `udp`"},
     [](const Value& value, ServiceDraft& draft) {
       draft.protocol_read = read_choice(value, kProtocols, draft.service.protocol);
     }},
    {{"port", kRequired, "the port, from 1 to 65535, the same at the client and at the backend; or `any`"},
     [](const Value& value, ServiceDraft& draft) {
       draft.port = value.place();
       draft.port_read = value.is_word("any") || read_number(value, 1, 65535, draft.service.port);
     }},
    {{"pool", kRequired, "the name of the pool that answers"},
     [](const Value& value, ServiceDraft& draft) {
       draft.pool = value.place();
       read_text(value, "the name of a pool", draft.pool_name);
     }},
    {{"affinity", "5-tuple", "what keeps a client at its backend: `5-tuple`, `3-tuple` or `client`"},
     [](const Value& value, ServiceDraft& draft) { read_choice(value, kAffinities, draft.service.affinity); }},
    {{"encapsulation", "gre", "how packets travel to the backend"},
     [](const Value& value, ServiceDraft& draft) { read_choice(value, kEncapsulations, draft.service.encapsulation); }},
    {{"fragments", "follow", "follow: later IP fragments go where the first went; drop: none are let through"},
     [](const Value& value, ServiceDraft& draft) { read_choice(value, kFragments, draft.service.fragments); }},
};

}  // namespace

void read_services(const Value& value, Draft& draft) {
  const std::vector<Value> items = value.items();
  if (items.empty() && value.is(TreeNode::Kind::list))
    return value.error("no-services", "no service is given", "add one: - {name: NAME, vip: ADDRESS, ...}");
  if (items.size() > kMostServices)
    return value.error("too-many", fmt::format("{} services", items.size()), fmt::format("at most {}", kMostServices));
  for (const Value& item : items) {
    ServiceDraft& service = draft.services.emplace_back();
    service.place = item.place();
    read_section(item, kService, service);
  }
}

void describe_services(Reference& reference) { reference.push_back(keys_of("services[]", kService)); }

}  // namespace guideway::config
