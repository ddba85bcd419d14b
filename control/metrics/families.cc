#include "control/metrics/families.h"

#include <algorithm>

namespace guideway::metrics {
namespace {

template <class Value>
void each_service(Writer& out, const Sample& sample, Value value) {
  for (const Service& service : sample.services) out.add({service.name}, value(service));
}

template <class Value>
void each_backend(Writer& out, const Sample& sample, Value value) {
  for (const Backend& backend : sample.backends) out.add({backend.name, backend.address}, value(backend));
}

template <class Value>
void each_pool(Writer& out, const Sample& sample, Value value) {
  for (const Pool& pool : sample.pools) out.add({pool.name}, value(pool));
}

template <class Value>
void each_member(Writer& out, const Sample& sample, Value value) {
  for (const Pool& pool : sample.pools)
    for (const Member& member : pool.members) out.add({pool.name, member.backend}, value(member));
}

std::uint64_t healthy_members(const Pool& pool) {
  return static_cast<std::uint64_t>(std::ranges::count_if(pool.members, &Member::healthy));
}

constexpr Family table[] = {
    {"guideway_build_info", "gauge", "version driver", "Always 1; the labels say what runs.",
     [](Writer& out, const Sample& s) { out.add({s.version, s.driver}, std::uint64_t{1}); }},
    {"guideway_start_time_seconds", "gauge", "", "When the daemon started, in seconds since the epoch.",
     [](Writer& out, const Sample& s) { out.add({}, s.start_time); }},
    {"guideway_snapshot_generation", "gauge", "", "The snapshot in force; it counts those that were applied.",
     [](Writer& out, const Sample& s) { out.add({}, s.generation); }},

    {"guideway_packets_total", "counter", "verdict reason",
     "Packets by what became of them and why; see docs/reasons.md.",
     [](Writer& out, const Sample& s) {
       for (const Reason& reason : s.reasons) out.add({reason.verdict, reason.name}, reason.packets);
     }},
    {"guideway_service_packets_total", "counter", "service",
     "Packets that came for the service, also those that were then dropped.",
     [](Writer& out, const Sample& s) { each_service(out, s, [](const Service& it) { return it.traffic.packets; }); }},
    {"guideway_service_bytes_total", "counter", "service",
     "Bytes of those packets: of IP as it came, without the outer header.",
     [](Writer& out, const Sample& s) { each_service(out, s, [](const Service& it) { return it.traffic.bytes; }); }},
    {"guideway_backend_packets_total", "counter", "backend address", "Packets sent to the backend.",
     [](Writer& out, const Sample& s) { each_backend(out, s, [](const Backend& it) { return it.traffic.packets; }); }},
    {"guideway_backend_bytes_total", "counter", "backend address",
     "Bytes of those packets: of IP as it came, without the outer header.",
     [](Writer& out, const Sample& s) { each_backend(out, s, [](const Backend& it) { return it.traffic.bytes; }); }},

    {"guideway_backend_up", "gauge", "backend address", "1 while the data plane gives it new flows.",
     [](Writer& out, const Sample& s) { each_backend(out, s, [](const Backend& it) { return it.up; }); }},
    {"guideway_backend_draining", "gauge", "backend address", "1 while it keeps its flows and gets no new ones.",
     [](Writer& out, const Sample& s) { each_backend(out, s, [](const Backend& it) { return it.draining; }); }},

    {"guideway_pool_backends", "gauge", "pool", "Backends that the configuration gives the pool.",
     [](Writer& out, const Sample& s) {
       each_pool(out, s, [](const Pool& it) { return std::uint64_t{it.members.size()}; });
     }},
    {"guideway_pool_backends_healthy", "gauge", "pool", "Those of them that are healthy.",
     [](Writer& out, const Sample& s) { each_pool(out, s, healthy_members); }},
    {"guideway_pool_panic", "gauge", "pool", "1 while too few are healthy and all are used.",
     [](Writer& out, const Sample& s) { each_pool(out, s, [](const Pool& it) { return it.panic; }); }},
    {"guideway_pool_table_slots", "gauge", "pool", "Slots of the pool's table.",
     [](Writer& out, const Sample& s) { each_pool(out, s, [](const Pool& it) { return it.table_size; }); }},
    {"guideway_pool_table_info", "gauge", "pool digest", "Always 1; balancers that agree have the same digest.",
     [](Writer& out, const Sample& s) {
       for (const Pool& pool : s.pools)
         if (!pool.table_digest.empty()) out.add({pool.name, pool.table_digest}, std::uint64_t{1});
     }},
    {"guideway_pool_backend_healthy", "gauge", "pool backend", "1 while the backend's checks say that it is well.",
     [](Writer& out, const Sample& s) { each_member(out, s, [](const Member& it) { return it.healthy; }); }},
    {"guideway_pool_backend_weight", "gauge", "pool backend", "The backend's weight in the pool.",
     [](Writer& out, const Sample& s) {
       each_member(out, s, [](const Member& it) { return std::uint64_t{it.weight}; });
     }},
    {"guideway_pool_backend_slots", "gauge", "pool backend", "Slots of the pool's table that are the backend's.",
     [](Writer& out, const Sample& s) { each_member(out, s, [](const Member& it) { return it.slots; }); }},

    {"guideway_flow_table_capacity_entries", "gauge", "", "Flows for which the flow table has room.",
     [](Writer& out, const Sample& s) { out.add({}, s.flow_table.capacity); }},
    {"guideway_flow_table_entries", "gauge", "state", "Flows in the flow table that have not expired, by state.",
     [](Writer& out, const Sample& s) {
       out.add({"tentative"}, s.flow_table.tentative);
       out.add({"established"}, s.flow_table.established);
       out.add({"closing"}, s.flow_table.closing);
       out.add({"udp"}, s.flow_table.udp);
     }},
    {"guideway_flow_table_inserts_total", "counter", "", "Flows that were entered.",
     [](Writer& out, const Sample& s) { out.add({}, s.flow_table.inserts); }},

    {"guideway_health_checks_total", "counter", "result",
     "Health checks that ended, by result; an inconclusive one could not be made for a fault of this node.",
     [](Writer& out, const Sample& s) {
       out.add({"good"}, s.health_checks.good);
       out.add({"bad"}, s.health_checks.bad);
       out.add({"inconclusive"}, s.health_checks.inconclusive);
     }},
    {"guideway_health_checks_under_way", "gauge", "", "Health checks that have begun and not ended.",
     [](Writer& out, const Sample& s) { out.add({}, s.health_checks.under_way); }},
    {"guideway_health_checks_behind_seconds", "gauge", "", "How long the health check that waits longest is overdue.",
     [](Writer& out, const Sample& s) { out.add({}, s.health_checks.seconds_behind); }},

    {"guideway_vip_announced", "gauge", "vip", "1 while this node announces the VIP.",
     [](Writer& out, const Sample& s) {
       for (const Vip& vip : s.vips) out.add({vip.address}, vip.announced);
     }},
};

}  // namespace

std::span<const Family> families() { return table; }

}  // namespace guideway::metrics
