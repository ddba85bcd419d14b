// The outer header, byte by byte as a router reads it, and the packet inside as it came.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "core/wire/gre.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;
namespace ipv4 = core::ipv4;
namespace gre = core::gre;

constexpr std::size_t inner4_at = ip_at + ipv4::min_size + gre::size;    // in an IPv4 outer packet
constexpr std::size_t inner6_at = ip_at + core::ipv6::size + gre::size;  // in an IPv6 one

Packet out6(Packet packet = {}) {
  packet.destination = "203.0.113.11";
  return packet;
}
Packet all6(Packet packet = {}) {
  packet = ipv6(packet);
  packet.destination = "2001:db8:5::11";
  return packet;
}

Bytes inner_of(const Packet& packet) {
  const Bytes frame = frame_of(packet);
  return {frame.begin() + ip_at, frame.end() - static_cast<std::ptrdiff_t>(packet.padding)};
}
Bytes tail(const Bytes& frame, std::size_t from) {
  return {frame.begin() + static_cast<std::ptrdiff_t>(from), frame.end()};
}

class Encapsulation : public testing::Test {
 protected:
  World world;

  Bytes sent(const Packet& packet) {
    const Outcome outcome = world.send(packet);
    EXPECT_EQ(outcome.action(), core::Action::tx);
    return outcome.frame;
  }
};

TEST_F(Encapsulation, PutsEitherFamilyIntoIpv4) {
  for (const Packet& packet : {Packet{.payload = 33}, ipv6({.payload = 33})}) {
    const Bytes frame = sent(packet), inner = inner_of(packet);
    EXPECT_EQ(tail(frame, inner4_at), inner);
    EXPECT_EQ(Bytes(frame.begin(), frame.begin() + 14), (Bytes{2, 0, 0, 0, 0, 0xfe, 2, 0, 0, 0, 0, 1, 0x08, 0x00}));
    const std::uint8_t* const ip = &frame[ip_at];
    EXPECT_EQ(ip[0], 0x45);
    EXPECT_EQ(ipv4::total_length(ip), 24 + inner.size());
    EXPECT_EQ(ip[8], 64);
    EXPECT_EQ(ipv4::protocol(ip), 47);
    EXPECT_EQ(to_text(Address{{ip[12], ip[13], ip[14], ip[15]}, Family::ipv4}), "10.77.0.1");
    EXPECT_EQ(ip[16] << 8 | ip[17], 10 << 8 | 77);
    Bytes header(ip, ip + 20);
    header[10] = header[11] = 0;
    EXPECT_EQ(core::ipv4_checksum(header.data()), core::load<std::uint16_t>(ip + 10));
    EXPECT_EQ(gre::flags_and_version(ip + 20), 0);
    EXPECT_EQ(gre::protocol_type(ip + 20), core::ethernet::type(frame_of(packet).data()));
  }
}

TEST_F(Encapsulation, PutsEitherFamilyIntoIpv6) {
  for (const Packet& packet : {out6({.payload = 33}), all6({.payload = 33})}) {
    const Bytes frame = sent(packet), inner = inner_of(packet);
    EXPECT_EQ(tail(frame, inner6_at), inner);
    EXPECT_EQ(core::ethernet::type(frame.data()), 0x86dd);
    const std::uint8_t* const ip = &frame[ip_at];
    EXPECT_EQ(ip[0] >> 4, 6);
    EXPECT_EQ(core::ipv6::payload_length(ip), 4 + inner.size());
    EXPECT_EQ(core::ipv6::next_header(ip), 47);
    EXPECT_EQ(ip[7], 64);
    const Address source = *parse_address("2001:db8:7::1");
    EXPECT_EQ(std::memcmp(ip + 8, source.bytes, 16), 0);
    EXPECT_EQ(to_text(outer_destination(frame)), "2001:db8:7::11");
    EXPECT_EQ(gre::flags_and_version(ip + 40), 0);
    EXPECT_EQ(gre::protocol_type(ip + 40), core::ethernet::type(frame_of(packet).data()));
  }
}

TEST_F(Encapsulation, CopiesDscpAndEcnOutward) {
  for (unsigned value = 0; value < 256; ++value) {
    const auto traffic_class = static_cast<std::uint8_t>(value);
    EXPECT_EQ(ipv4::traffic_class(&sent({.traffic_class = traffic_class})[ip_at]), value);
    EXPECT_EQ(ipv4::traffic_class(&sent(ipv6({.traffic_class = traffic_class}))[ip_at]), value);
    EXPECT_EQ(core::ipv6::traffic_class(&sent(out6({.traffic_class = traffic_class}))[ip_at]), value);
    EXPECT_EQ(core::ipv6::traffic_class(&sent(all6({.traffic_class = traffic_class}))[ip_at]), value);
  }
}

TEST_F(Encapsulation, CopiesDontFragmentAndGivesIdsOnlyToWhatMayBeFragmented) {
  const Bytes whole = sent({.identification = 7, .fragmentation = ipv4::dont_fragment});
  EXPECT_EQ(ipv4::flags_and_offset(&whole[ip_at]), ipv4::dont_fragment);
  EXPECT_EQ(ipv4::identification(&whole[ip_at]), 0);
  const Bytes six = sent(ipv6());
  EXPECT_EQ(ipv4::flags_and_offset(&six[ip_at]), ipv4::dont_fragment) << "IPv6 is never fragmented on the way";

  std::set<std::uint16_t> ids;
  for (std::uint16_t id = 0; id < 300; ++id) {
    const Bytes frame = sent({.identification = id, .fragmentation = 0});
    EXPECT_EQ(ipv4::flags_and_offset(&frame[ip_at]), 0);
    ids.insert(ipv4::identification(&frame[ip_at]));
  }
  EXPECT_EQ(ids.size(), 300u) << "different packets of a flow keep different ids";
  EXPECT_NE(ipv4::identification(&sent({.source_port = 1, .fragmentation = 0})[ip_at]),
            ipv4::identification(&sent({.source_port = 2, .fragmentation = 0})[ip_at]))
      << "and so do flows whose inner ids are the same";
}

TEST_F(Encapsulation, GivesEachFlowALabelOfItsOwn) {
  const auto label = [](const Bytes& frame) { return core::load_be32(&frame[ip_at]) & 0xfffff; };
  std::set<std::uint32_t> labels;
  for (std::uint16_t port = 0; port < 200; ++port) labels.insert(label(sent(out6({.source_port = port}))));
  EXPECT_GT(labels.size(), 195u) << "of 2^20; two of 200 meet with a chance of 2 %";
  EXPECT_EQ(label(sent(out6())), label(sent(out6({.payload = 9}))));
}

TEST_F(Encapsulation, CutsPaddingOff) {
  for (const std::size_t padding : {1u, 6u, 46u, 200u})
    for (const Packet& packet : {Packet{.padding = padding}, udp({.padding = padding}), ipv6({.padding = padding})})
      EXPECT_EQ(tail(sent(packet), inner4_at), inner_of(packet));
  EXPECT_EQ(tail(sent(out6({.padding = 6})), inner6_at), inner_of(out6()));
}

// The limit is on the outer packet: 1500 less 24, or 44.
TEST_F(Encapsulation, KeepsToTheMtu) {
  EXPECT_EQ(world.send(Packet{.payload = 1476 - 40}).action(), core::Action::tx);
  EXPECT_EQ(world.send(Packet{.payload = 1477 - 40}).reason, Reason::too_big);
  EXPECT_EQ(world.send(Packet{.payload = 1476 - 40, .padding = 100}).action(), core::Action::tx);
  EXPECT_EQ(world.send(out6({.payload = 1456 - 40})).action(), core::Action::tx);
  EXPECT_EQ(world.send(out6({.payload = 1457 - 40})).reason, Reason::too_big);
  EXPECT_EQ(world.send(Packet{.destination = "203.0.113.16", .payload = 976 - 40}).action(), core::Action::tx);
  EXPECT_EQ(world.send(Packet{.destination = "203.0.113.16", .payload = 977 - 40}).reason, Reason::too_big);
}

// With the largest MTU there is, the outer length must not overflow its 16 bits.
TEST_F(Encapsulation, NeverOverflowsALength) {
  for (const dataplane::Backend& backend : world.snapshot().backends)
    world.publisher().set_next_hop(backend.address, usual_hop(65535));
  EXPECT_EQ(world.send(Packet{.payload = 65535 - 24 - 40}).action(), core::Action::tx);
  EXPECT_EQ(world.send(Packet{.payload = 65535 - 23 - 40}).reason, Reason::too_big);
  EXPECT_EQ(world.send(Packet{.payload = 65535 - 40}).reason, Reason::too_big);
  EXPECT_EQ(world.send(all6({.payload = 65535 - 20})).reason, Reason::too_big);
}

TEST_F(Encapsulation, NeedsHeadroom) {
  EXPECT_EQ(forward(world.memory(), frame_of({}), world.now, 24).action(), core::Action::tx);
  EXPECT_EQ(forward(world.memory(), frame_of({}), world.now, 23).reason, Reason::no_headroom);
  EXPECT_EQ(forward(world.memory(), frame_of(out6()), world.now, 44).action(), core::Action::tx);
  EXPECT_EQ(forward(world.memory(), frame_of(out6()), world.now, 43).reason, Reason::no_headroom);
}

TEST_F(Encapsulation, FollowsAMovedGatewayAtOnce) {
  const Address web1 = world.snapshot().backends[0].address;
  world.publisher().set_next_hop(web1,
                                 {.interface = 1, .source = {6, 5, 4, 3, 2, 1}, .destination = {1, 2, 3, 4, 5, 6}});
  std::map<std::string, Bytes> macs;
  for (std::uint16_t port = 0; port < 50; ++port) {
    const Bytes frame = sent({.source_port = port});
    macs[to_text(outer_destination(frame))] = Bytes(frame.begin(), frame.begin() + 12);
  }
  ASSERT_EQ(macs.size(), 3u);
  EXPECT_EQ(macs["10.77.0.11"], (Bytes{1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(macs["10.77.0.12"], (Bytes{2, 0, 0, 0, 0, 0xfe, 2, 0, 0, 0, 0, 1}));

  for (const dataplane::Backend& backend : world.snapshot().backends)
    world.publisher().set_next_hop(backend.address, {});
  EXPECT_EQ(world.send(Packet{}).reason, Reason::next_hop_unresolved);
}

}  // namespace
}  // namespace guideway::test
