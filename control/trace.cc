#include "control/trace.h"

#include <fmt/format.h>
#include <net/if.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "control/words.h"
#include "core/wire/transport.h"
#include "dataplane/reasons.h"

namespace guideway::control {
namespace {

Mac mac_of(std::uint64_t word) {
  Mac mac;
  std::memcpy(mac.data(), &word, mac.size());
  return mac;
}

Address address_of(const core::Backend& backend) {
  Address address;
  std::memcpy(address.bytes, backend.address, sizeof address.bytes);
  address.family = backend.family;
  return address;
}

}  // namespace

Result<dataplane::TracedPacket> parse_traced(const std::string& protocol, const std::string& source,
                                             const std::string& destination) {
  dataplane::TracedPacket packet;
  if (protocol != "tcp" && protocol != "udp")
    return std::unexpected(
        Error{"trace.protocol", "\"" + protocol + "\" is no protocol to trace", "give tcp or udp", Exit::bad_input});
  packet.protocol = protocol == "tcp" ? core::protocol::tcp : core::protocol::udp;
  for (const auto& [text, endpoint] : {std::pair(&source, &packet.source), {&destination, &packet.destination}}) {
    const auto parsed = parse_endpoint(*text);
    if (!parsed)
      return std::unexpected(Error{"trace.endpoint", "\"" + *text + "\" is no address and port",
                                   "write 192.0.2.1:80 or [2001:db8::1]:80", Exit::bad_input});
    *endpoint = *parsed;
  }
  return packet;
}

Result<nlohmann::ordered_json> trace_json(const dataplane::Memory& memory, const dataplane::TracedPacket& packet,
                                          core::Tick now) {
  const auto traced = dataplane::trace(memory, packet, now);
  if (!traced) return std::unexpected(traced.error());
  const dataplane::Trace& trace = *traced;

  nlohmann::ordered_json json{{"generation", trace.generation},
                              {"protocol", packet.protocol == core::protocol::tcp ? "tcp" : "udp"},
                              {"source", to_text(packet.source)},
                              {"destination", to_text(packet.destination)},
                              {"length", trace.length},
                              {"service", nullptr},
                              {"table_size", nullptr},
                              {"flow_hash", fmt::format("{:016x}", trace.flow_hash)},
                              {"flow", nullptr},
                              {"slot", nullptr},
                              {"backend", nullptr}};
  if (trace.service) {
    json["service"] = memory.service_names[*trace.service].name;
    json["table_size"] = trace.table_size;
  }
  if (trace.slot) json["slot"] = *trace.slot;
  if (trace.backend.value != 0) {
    const std::uint32_t index = core::index_of(trace.backend);
    const core::Backend& backend = memory.backends[index];
    json["flow"] = trace.reason == core::Reason::forwarded_flow ? "hit" : "miss";
    json["backend"] = memory.backend_names[index].name;
    json["backend_address"] = to_text(address_of(backend));
    json["backend_state"] = name(backend.state);
    json["outer_length"] = trace.outer_length;
    json["mtu"] = trace.next_hop.mtu;
    if (trace.next_hop.interface != 0) {
      char name[IF_NAMESIZE] = {};
      json["next_hop"] = to_text(mac_of(trace.next_hop.destination));
      if (if_indextoname(trace.next_hop.interface, name) != nullptr) json["interface"] = name;
    }
  }
  json["verdict"] = dataplane::name(core::action_of(trace.reason));
  json["reason"] = dataplane::name(trace.reason);
  json["explanation"] = dataplane::text(trace.reason);
  return json;
}

}  // namespace guideway::control
