#include "control/daemon/sample.h"

#include <fmt/format.h>

#include "control/daemon/members.h"
#include "dataplane/counters.h"
#include "dataplane/reasons.h"

namespace guideway::daemon {
namespace {

metrics::Traffic traffic(const core::Counter& counter) { return {counter.packets, counter.bytes}; }

std::vector<metrics::Pool> pools(const Running& running) {
  std::vector<metrics::Pool> all;
  for (std::size_t p = 0; p < running.config.pools.size(); ++p) {
    const config::Pool& pool = running.config.pools[p];
    const auto& built = running.computed.tables[p];
    metrics::Pool out{.name = pool.name,
                      .panic = running.verdicts[p].panic,
                      .table_size = built ? pool.table_size : 0,
                      .table_digest = built ? built->digest : std::string(),
                      .members = {}};
    for (const MemberView& member : members(running, p))
      out.members.push_back({.backend = member.backend.name,
                             .healthy = member.health != health::State::unhealthy,
                             .weight = member.backend.weight,
                             .slots = member.slots});
    all.push_back(std::move(out));
  }
  return all;
}

}  // namespace

metrics::Sample sample(const Running& running) {
  const dataplane::Memory& memory = running.object.memory();
  const dataplane::Counters counters = dataplane::read_counters(memory);
  const dataplane::FlowCounts flows = dataplane::count_flows(memory, now());
  const health::Results checks = running.monitor->results();
  const auto inserts = counters.reasons[static_cast<std::size_t>(core::Reason::forwarded_new)];

  metrics::Sample sample{
      .version = GUIDEWAY_VERSION,
      .driver = fmt::format("xdp {}", running.attachment ? dataplane::name(running.attachment->mode()) : "detached"),
      .start_time = std::chrono::duration<double>(running.started.time_since_epoch()).count(),
      .generation = running.publisher.generation(),
      .services = {},
      .backends = {},
      .pools = pools(running),
      .reasons = {},
      .flow_table = {flows.capacity, flows.tentative, flows.established, flows.closing, flows.udp, inserts},
      .health_checks = {checks.good, checks.bad, checks.inconclusive, running.monitor->under_way(),
                        std::chrono::duration<double>(running.monitor->behind()).count()},
      .vips = {}};
  for (std::size_t i = 0; i < running.config.services.size(); ++i)
    sample.services.push_back(
        {running.config.services[i].name, traffic(counters.services[running.publisher.service_ids()[i]])});
  const auto& backends = running.computed.snapshot.backends;
  for (std::size_t i = 0; i < backends.size(); ++i)
    sample.backends.push_back(
        {.name = backends[i].name,
         .address = to_text(backends[i].address),
         .traffic = traffic(counters.backends[core::index_of(running.publisher.backend_ids()[i])]),
         .up = backends[i].state == core::BackendState::up,
         .draining = backends[i].state == core::BackendState::draining});
  for (std::size_t i = 0; i < counters.reasons.size(); ++i) {
    const auto reason = static_cast<core::Reason>(i);
    sample.reasons.push_back({std::string(dataplane::name(reason)),
                              std::string(dataplane::name(core::action_of(reason))), counters.reasons[i]});
  }
  for (const Address& vip : vips(running.config))
    sample.vips.push_back({to_text(vip), running.announced.contains(vip)});
  return sample;
}

}  // namespace guideway::daemon
