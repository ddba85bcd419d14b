// Is this packet ours, and whose? Up to a full index of services that lie close to each other.
#include "core/forward/service.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dataplane/reasons.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;

TEST(Services, AreFoundByVipProtocolAndPort) {
  World world;
  EXPECT_EQ(world.send(Packet{}).reason, Reason::forwarded_new);
  EXPECT_EQ(world.send(udp()).reason, Reason::forwarded_new);
  EXPECT_EQ(world.send(Packet{.destination_port = 53}).reason, Reason::no_service) << "TCP to the UDP service's port";
  Packet wrong = udp();
  wrong.destination_port = 80;
  EXPECT_EQ(world.send(wrong).reason, Reason::no_service);
  EXPECT_EQ(world.send(Packet{.destination_port = 81}).reason, Reason::no_service);
  EXPECT_EQ(world.send(Packet{.destination = "203.0.113.9"}).reason, Reason::not_ours);
  EXPECT_EQ(world.send(ipv6()).reason, Reason::forwarded_new);
}

TEST(Services, OfAnyPortTakeWhatNoExactOneDoes) {
  dataplane::Snapshot snapshot = scenery();
  dataplane::Service exact = snapshot.services[5];
  ASSERT_EQ(exact.name, "any-port");
  exact.name = "exact";
  exact.port = 443;
  exact.pool = 2;  // the empty pool: its reason tells the two apart
  snapshot.services.push_back(exact);
  World world(snapshot);
  const Packet to_any{.destination = "203.0.113.12"};
  for (const std::uint16_t port : std::initializer_list<std::uint16_t>{0, 1, 80, 442, 444, 65535}) {
    Packet packet = to_any;
    packet.destination_port = port;
    EXPECT_EQ(world.send(packet).action(), core::Action::tx) << port;
  }
  Packet packet = to_any;
  packet.destination_port = 443;
  EXPECT_EQ(world.send(packet).reason, Reason::no_backend);
  EXPECT_EQ(world.send(udp(to_any)).reason, Reason::no_service) << "any port, but TCP";
}

TEST(Services, AreNobodysUntilASnapshotIsInForce) {
  dataplane::HeapMemory memory(small_capacity);
  for (const Packet& packet : {Packet{}, udp(), ipv6()})
    EXPECT_EQ(forward(memory.view(), frame_of(packet), 0).reason, Reason::not_ours);
}

// An IPv4 VIP and an IPv6 VIP that begin with the same bytes are two.
TEST(Services, DoNotMixFamilies) {
  World world;
  EXPECT_EQ(world.send(ipv6({.destination_port = 80})).action(), core::Action::tx);
  Packet alike = ipv6();
  alike.destination = "cb00:710a::";  // 203.0.113.10 and zeros
  EXPECT_EQ(world.send(alike).reason, Reason::not_ours);
}

struct Pattern {
  const char* name;
  std::function<std::pair<std::string, std::uint16_t>(int)> vip_and_port;
};

class ServicePatterns : public testing::TestWithParam<Pattern> {};

// As many services as there may be, in the patterns that people number by: each is found, and their
// neighbours are not.
TEST_P(ServicePatterns, FitTheIndex) {
  dataplane::Snapshot snapshot = scenery();
  snapshot.services.clear();
  for (std::uint32_t i = 0; i < core::max_services; ++i) {
    const auto [vip, port] = GetParam().vip_and_port(static_cast<int>(i));
    snapshot.services.push_back({fmt::format("s{}", i), *parse_address(vip), core::protocol::tcp, port, 0, 0});
  }
  World world(snapshot, {.flow_entries = 6, .slots = 4096, .members = 64, .cpus = 1});
  for (std::uint32_t i = 0; i < core::max_services; ++i) {
    const auto [vip, port] = GetParam().vip_and_port(static_cast<int>(i));
    const bool v4 = vip.find(':') == std::string::npos;
    Packet packet = v4 ? Packet{} : ipv6();
    packet.destination = vip;
    packet.destination_port = port;
    ASSERT_EQ(world.send(packet).action(), core::Action::tx) << vip << " " << port;
    packet.destination_port = static_cast<std::uint16_t>(port + 20'000);
    ASSERT_EQ(world.send(packet).reason, Reason::no_service) << vip << " " << port;
    ASSERT_EQ(world.memory().service_traffic[i].packets, 1u) << "counted for another service";
  }
}

INSTANTIATE_TEST_SUITE_P(
    , ServicePatterns,
    testing::Values(Pattern{"OneVipManyPorts", [](int i) { return std::pair(std::string("203.0.113.1"), 8000 + i); }},
                    Pattern{"ManyVipsOnePort",
                            [](int i) { return std::pair(fmt::format("203.0.{}.{}", i / 256, i % 256), 80); }},
                    Pattern{"VipAndPortTogether",
                            [](int i) { return std::pair(fmt::format("10.{}.0.{}", i % 256, i / 256), 8000 + i); }},
                    Pattern{"Ipv6LastByte", [](int i) { return std::pair(fmt::format("2001:db8::{:x}", i), 80); }},
                    Pattern{"Ipv6Prefixes", [](int i) { return std::pair(fmt::format("2001:db8:{:x}::1", i), 443); }},
                    Pattern{"Ipv6ManyPorts", [](int i) { return std::pair(std::string("2001:db8::1"), 1 + i); }}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace guideway::test
