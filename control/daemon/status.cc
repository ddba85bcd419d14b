#include "control/daemon/status.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "control/daemon/announcing.h"
#include "control/daemon/members.h"
#include "control/words.h"
#include "dataplane/counters.h"
#include "dataplane/reasons.h"

namespace guideway::daemon {
namespace {

using Json = nlohmann::ordered_json;

Json node(const Running& running) {
  const config::Node& node = running.config.node;
  const std::string why = obstacle(running);
  return {{"interface", node.interface},
          {"mode", running.attachment ? Json(dataplane::name(running.attachment->mode())) : Json(nullptr)},
          {"attached", running.attachment && running.attachment->in_force()},
          {"adopted", running.object.adopted()},
          {"source", to_text(node.source)},
          {"announcing", !running.announced.empty()},
          {"obstacle", why.empty() ? Json(nullptr) : Json(why)}};
}

Json services(const Running& running, const dataplane::Counters& counters) {
  Json list = Json::array();
  for (std::size_t i = 0; i < running.config.services.size(); ++i) {
    const config::Service& service = running.config.services[i];
    const core::Counter& counter = counters.services[running.publisher.service_ids()[i]];
    list.push_back({{"name", service.name},
                    {"vip", to_text(service.vip)},
                    {"protocol", control::name(service.protocol)},
                    {"port", service.port},
                    {"pool", running.config.pools[service.pool].name},
                    {"affinity", control::name(service.affinity)},
                    {"encapsulation", control::name(service.encapsulation)},
                    {"announced", running.announced.contains(service.vip)},
                    {"packets", counter.packets},
                    {"bytes", counter.bytes}});
  }
  return list;
}

Json pools(const Running& running) {
  Json list = Json::array();
  for (std::size_t p = 0; p < running.config.pools.size(); ++p) {
    const config::Pool& pool = running.config.pools[p];
    const health::Verdict& verdict = running.verdicts[p];
    Json backends = Json::array();
    for (const MemberView& member : members(running, p))
      backends.push_back({{"name", member.backend.name},
                          {"weight", member.backend.weight},
                          {"state", control::name(member.state)},
                          {"health", member.health ? to_text(*member.health) : "unchecked"},
                          {"evidence", member.evidence.empty() ? Json(nullptr) : Json(member.evidence)},
                          {"slots", member.slots}});
    list.push_back({{"name", pool.name},
                    {"policy", control::name(pool.policy)},
                    {"table_size", pool.table_size},
                    {"digest", running.computed.tables[p] ? Json(running.computed.tables[p]->digest) : Json(nullptr)},
                    {"healthy", verdict.healthy},
                    {"candidates", verdict.candidates},
                    {"panic", verdict.panic},
                    {"backends", backends}});
  }
  return list;
}

Json backends(const Running& running, const dataplane::Counters& counters) {
  const std::vector<std::uint32_t> flows = dataplane::count_references(running.object.memory());
  Json list = Json::array();
  const auto& all = running.computed.snapshot.backends;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t index = core::index_of(running.publisher.backend_ids()[i]);
    const auto resolution = running.resolver->look_up(all[i].address);
    const bool resolved = resolution && resolution->resolved();
    list.push_back({{"name", all[i].name},
                    {"address", to_text(all[i].address)},
                    {"state", control::name(all[i].state)},
                    {"healthy", healthy(running, all[i])},
                    {"draining", running.drains.contains(all[i].name)},
                    {"next_hop", resolved ? Json(to_text(resolution->hop.destination)) : Json(nullptr)},
                    {"next_hop_obstacle", resolution && !resolved ? Json(resolution->reason) : Json(nullptr)},
                    {"flows", flows[index]},
                    {"packets", counters.backends[index].packets},
                    {"bytes", counters.backends[index].bytes}});
  }
  return list;
}

}  // namespace

Json status(const Running& running) {
  const dataplane::Counters counters = dataplane::read_counters(running.object.memory());
  Json reasons = Json::object();
  for (std::size_t i = 0; i < counters.reasons.size(); ++i)
    reasons[std::string(dataplane::name(static_cast<core::Reason>(i)))] = counters.reasons[i];
  const dataplane::FlowCounts flows = dataplane::count_flows(running.object.memory(), now());
  return {{"generation", running.publisher.generation()},
          {"node", node(running)},
          {"services", services(running, counters)},
          {"pools", pools(running)},
          {"backends", backends(running, counters)},
          {"reasons", reasons},
          {"flow_table",
           {{"capacity", flows.capacity},
            {"tentative", flows.tentative},
            {"established", flows.established},
            {"closing", flows.closing},
            {"udp", flows.udp},
            {"expired", flows.expired}}}};
}

}  // namespace guideway::daemon
