#include "bench/xdp_world.h"

#include <cstring>
#include <string>

#include "balance/maglev.h"
#include "core/wire/ethernet.h"
#include "core/wire/ipv4.h"
#include "core/wire/transport.h"
#include "dataplane/publish.h"
#include "dataplane/xdp/object.h"

namespace guideway::bench {
namespace {

constexpr std::uint32_t backends = 16;
constexpr std::uint32_t ip_at = core::ethernet::size, tcp_at = ip_at + core::ipv4::min_size;
constexpr std::uint32_t tcp_header = 32;

const Address vip = *parse_address("203.0.113.10");

Result<dataplane::Table> build_table(const std::vector<dataplane::Backend>& pool) {
  std::vector<balance::Backend> named;
  for (const dataplane::Backend& backend : pool) named.push_back({.name = backend.name});
  const auto table = balance::build_maglev(named, {.size = 65537});
  if (!table) return std::unexpected(table.error());
  return std::make_shared<const std::vector<std::uint16_t>>(table->slots<std::uint16_t>());
}

}  // namespace

Result<void> furnish(const dataplane::Memory& memory) {
  dataplane::Snapshot snapshot{.generation = 1, .source = *parse_address("10.77.0.1")};
  for (std::uint8_t i = 0; i < snapshot.seed.size(); ++i) snapshot.seed[i] = i;
  dataplane::Pool pool{.name = "web"};
  for (std::uint32_t i = 0; i < backends; ++i) {
    snapshot.backends.push_back(
        {.name = "web-" + std::to_string(i), .address = *parse_address("10.77.1." + std::to_string(i + 1))});
    pool.members.push_back(i);
  }
  const auto table = build_table(snapshot.backends);
  if (!table) return std::unexpected(table.error());
  pool.table = *table;
  snapshot.pools = {pool};
  snapshot.services = {{.name = "web", .vip = vip, .protocol = core::protocol::tcp, .port = service_port, .pool = 0}};

  dataplane::Publisher publisher(memory, dataplane::wait_for_programs);
  for (const dataplane::Backend& backend : snapshot.backends)
    publisher.set_next_hop(
        backend.address,
        {.interface = 1, .source = *parse_mac("02:00:00:00:00:01"), .destination = *parse_mac("02:00:00:00:00:02")});
  return publisher.apply(snapshot);
}

Frame segment(std::uint32_t flow, std::uint8_t tcp_flags) {
  Frame frame(tcp_at + tcp_header);
  core::ethernet::write(frame.data(), 1, 2, core::ethernet::type_ipv4);
  std::uint32_t destination = 0;
  std::memcpy(&destination, vip.bytes, sizeof destination);
  core::ipv4::write(frame.data() + ip_at, {.traffic_class = 0,
                                           .total_length = core::ipv4::min_size + tcp_header,
                                           .identification = 0,
                                           .flags = core::ipv4::dont_fragment,
                                           .ttl = 64,
                                           .protocol = core::protocol::tcp,
                                           .source = core::swap32(client_of(flow)),
                                           .destination = destination});
  core::store_be16(&frame[tcp_at], port_of(flow));
  core::store_be16(&frame[tcp_at + 2], service_port);
  frame[tcp_at + 12] = tcp_header / 4 << 4;
  frame[tcp_at + 13] = tcp_flags;
  return frame;
}

Floor outer_header(const Frame& sent) {
  Floor header{};
  std::memcpy(&header.mac_destination, sent.data(), 6);
  std::memcpy(&header.mac_source, sent.data() + 6, 6);
  header.source = core::ipv4::source(sent.data() + ip_at);
  header.destination = core::ipv4::destination(sent.data() + ip_at);
  return header;
}

}  // namespace guideway::bench
