#include "dataplane/trace.h"

#include <cstring>

#include "core/forward/forward.h"
#include "core/wire/frame.h"

namespace guideway::dataplane {

std::vector<std::uint8_t> make_frame(const TracedPacket& packet) {
  using namespace core;
  const bool v4 = packet.destination.address.family == Family::ipv4;
  const std::uint32_t ip_size = v4 ? ipv4::min_size : ipv6::size;
  const std::uint32_t transport_size = packet.protocol == protocol::tcp ? tcp::min_size : udp::size;
  std::vector<std::uint8_t> frame(ethernet::size + ip_size + transport_size);

  ethernet::write(frame.data(), 0, 0, v4 ? ethernet::type_ipv4 : ethernet::type_ipv6);
  std::uint8_t* const ip = frame.data() + ethernet::size;
  if (v4) {
    ipv4::write(ip, {.traffic_class = 0,
                     .total_length = static_cast<std::uint16_t>(ip_size + transport_size),
                     .identification = 0,
                     .flags = ipv4::dont_fragment,
                     .ttl = 64,
                     .protocol = packet.protocol,
                     .source = load<std::uint32_t>(packet.source.address.bytes),
                     .destination = load<std::uint32_t>(packet.destination.address.bytes)});
  } else {
    ipv6::write(ip, {.traffic_class = 0,
                     .flow_label = 0,
                     .payload_length = static_cast<std::uint16_t>(transport_size),
                     .next_header = packet.protocol,
                     .hop_limit = 64,
                     .source = packet.source.address.bytes,
                     .destination = packet.destination.address.bytes});
  }
  std::uint8_t* const transport = ip + ip_size;
  store_be16(transport, packet.source.port);
  store_be16(transport + 2, packet.destination.port);
  if (packet.protocol == protocol::tcp) {
    transport[12] = tcp::min_size / 4 << 4;
    transport[13] = tcp::syn;
  } else {
    store_be16(transport + 4, udp::size);
  }
  return frame;
}

Result<Trace> trace(const Memory& memory, const TracedPacket& traced, core::Tick now) {
  if (traced.source.address.family != traced.destination.address.family)
    return std::unexpected(Error{"trace.families", "source and destination are of different families",
                                 "give both as IPv4 or both as IPv6", Exit::bad_input});
  constexpr std::size_t headroom = 64;
  std::vector<std::uint8_t> buffer = make_frame(traced);
  buffer.insert(buffer.begin(), headroom, 0);
  core::Frame frame(buffer.data(), buffer.data() + headroom, buffer.data() + buffer.size());
  const View<false> view(memory);

  // The steps of core::forward, one by one, each noted.
  Trace result;
  const std::uint64_t active = view.active();
  result.generation = active >> 1;
  const std::uint32_t half = active & 1;
  const core::Settings& settings = *view.settings(half);
  const core::Packet packet = core::parse(frame);
  result.length = packet.length;
  result.flow_hash = core::hash(packet.key, settings.seed);
  const core::Match match = core::match_service(view, half, settings.service_salt, packet);
  result.reason = match.reason;
  if (active == 0) result.reason = core::Reason::not_ours;
  if (!match.service || active == 0) return result;

  result.service = match.service->id;
  const core::Pool& pool = *view.pool(half * core::max_pools + match.service->pool);
  result.table_size = pool.table_size;
  if (pool.table_size > 0) {
    const core::FlowKey key = core::selection_key(packet.key, match.service->affinity);
    result.slot = core::slot_of(core::hash(key, settings.seed), pool.table_size);
  }
  const core::Decision decision = core::decide(view, settings, half, *match.service, pool, packet, now);
  result.reason = decision.reason;
  result.backend = decision.backend;
  if (decision.backend.value == 0) return result;

  const core::Backend* const backend = core::find_backend(view, decision.backend);
  if (!backend) {
    result.reason = core::Reason::inconsistent;
    return result;
  }
  result.outer_length = packet.length + core::outer_size(backend->family);
  result.next_hop = *view.next_hop(backend->next_hop);
  result.reason = core::encapsulate(frame, view, settings, packet, *backend, decision.flow_hash, decision.reason);
  return result;
}

}  // namespace guideway::dataplane
