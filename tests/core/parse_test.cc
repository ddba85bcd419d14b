// What is read of a packet, and what becomes of one that is broken: to a VIP it is dropped with its
// reason, to anybody else it passes, byte for byte.
#include "core/forward/parse.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/wire/frame.h"
#include "dataplane/reasons.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;

std::vector<Packet> kinds() {
  std::vector<Packet> packets;
  for (const Packet& packet : {Packet{}, ipv6()}) {
    packets.push_back(packet);
    packets.push_back(udp(packet));
    packets.back().destination_port = 53;
  }
  packets.push_back({.ip_options = 40, .tcp_options = 40, .payload = 10});
  return packets;
}

Packet to_nobody(Packet packet) {
  const bool v4 = parse_address(packet.destination)->family == Family::ipv4;
  packet.destination = v4 ? "203.0.113.99" : "2001:db8:5::99";
  return packet;
}

class Parsing : public testing::Test {
 protected:
  World world;

  // The packet, changed, is dropped for `reason`; the same to nobody we know passes. Neither is touched.
  void expect(Reason reason, const Packet& packet, const std::function<void(Bytes&)>& change) {
    Bytes frame = frame_of(packet), foreign = frame_of(to_nobody(packet));
    change(frame);
    change(foreign);
    const Outcome ours = world.send(frame), theirs = world.send(foreign);
    EXPECT_EQ(dataplane::name(ours.reason), dataplane::name(reason));
    EXPECT_EQ(ours.frame, frame);
    EXPECT_EQ(theirs.action(), core::Action::pass) << dataplane::name(theirs.reason);
    EXPECT_EQ(theirs.frame, foreign);
  }
};

core::Packet parse(Bytes frame) {
  return core::parse(core::Frame(frame.data(), frame.data(), frame.data() + frame.size()));
}

TEST_F(Parsing, ReadsWhatThePacketSays) {
  const core::Packet v4 = parse(frame_of({.tcp_flags = core::tcp::syn | core::tcp::ack,
                                          .traffic_class = 0xb9,
                                          .identification = 0xbeef,
                                          .fragmentation = 0,
                                          .ip_options = 8,
                                          .payload = 100,
                                          .padding = 7}));
  EXPECT_EQ(v4.problem, core::no_reason);
  EXPECT_EQ(v4.key.family, Family::ipv4);
  EXPECT_EQ(v4.length, 20u + 8 + 20 + 100);
  EXPECT_EQ(v4.identification, 0xbeef);
  EXPECT_EQ(v4.traffic_class, 0xb9);
  EXPECT_EQ(v4.tcp_flags, core::tcp::syn | core::tcp::ack);
  EXPECT_FALSE(v4.dont_fragment);
  EXPECT_FALSE(core::opens(v4)) << "a SYN-ACK is an answer";
  EXPECT_TRUE(parse(frame_of({})).dont_fragment);

  const core::Packet v6 = parse(frame_of(udp(ipv6({.traffic_class = 0x2e, .payload = 11}))));
  EXPECT_EQ(v6.problem, core::no_reason);
  EXPECT_EQ(v6.key.family, Family::ipv6);
  EXPECT_EQ(v6.length, 40u + 8 + 11);
  EXPECT_EQ(v6.traffic_class, 0x2e);
  EXPECT_EQ(v6.tcp_flags, 0);
  EXPECT_TRUE(v6.dont_fragment);
  EXPECT_EQ(core::flow_protocol(v6.key), core::protocol::udp);
}

TEST_F(Parsing, NamesEveryTruncation) {
  for (const Packet& packet : kinds()) {
    SCOPED_TRACE(packet.destination + " " + std::to_string(packet.protocol));
    const std::size_t whole = frame_of(packet).size();
    // A frame cut before the destination is known is nobody's.
    const bool v4 = parse_address(packet.destination)->family == Family::ipv4;
    const std::size_t addressed = ip_at + (v4 ? core::ipv4::min_size : core::ipv6::size);
    for (std::size_t length = 0; length < whole; ++length) {
      SCOPED_TRACE(length);
      expect(length < addressed ? Reason::not_ip : Reason::truncated, packet, [&](Bytes& f) { f.resize(length); });
    }
  }
}

// The frame is long enough; what the IP header leaves for the transport header is not.
TEST_F(Parsing, NamesTransportHeadersCutByTheIpLength) {
  for (const Packet& packet : kinds()) {
    const bool v4 = parse_address(packet.destination)->family == Family::ipv4;
    const std::size_t least = packet.protocol == core::protocol::tcp ? core::tcp::min_size : core::udp::size;
    for (std::size_t length = 0; length < least; ++length)
      expect(Reason::truncated, packet, [&](Bytes& f) {
        core::store_be16(&f[ip_at + (v4 ? 2 : 4)],
                         static_cast<std::uint16_t>(length + (v4 ? ip_header_size(packet) : 0)));
      });
  }
}

TEST_F(Parsing, NamesHeadersThatContradictThemselves) {
  for (std::uint8_t version = 0; version < 16; ++version) {
    if (version != 4)
      expect(Reason::malformed, {}, [&](Bytes& f) { f[ip_at] = static_cast<std::uint8_t>(version << 4 | 5); });
    if (version != 6)
      expect(Reason::malformed, ipv6(), [&](Bytes& f) { f[ip_at] = static_cast<std::uint8_t>(version << 4); });
  }
  for (std::uint8_t words = 0; words < 5; ++words) {
    expect(Reason::malformed, {}, [&](Bytes& f) { f[ip_at] = 0x40 | words; });
    for (const Packet& packet : {Packet{}, ipv6()})
      expect(Reason::malformed, packet,
             [&](Bytes& f) { f[transport_at(packet) + 12] = static_cast<std::uint8_t>(words << 4); });
  }
  for (std::uint16_t length = 0; length < 20; ++length)
    expect(Reason::malformed, {}, [&](Bytes& f) { core::store_be16(&f[ip_at + 2], length); });
  for (std::uint16_t length = 0; length < 8; ++length)
    for (const Packet& packet : {udp(), udp(ipv6())})
      expect(Reason::malformed, packet, [&](Bytes& f) { core::store_be16(&f[transport_at(packet) + 4], length); });
}

TEST_F(Parsing, NamesHeadersThatPromiseMoreThanThereIs) {
  expect(Reason::truncated, {}, [](Bytes& f) { core::store_be16(&f[ip_at + 2], 41); });
  expect(Reason::truncated, {}, [](Bytes& f) { core::store_be16(&f[ip_at + 2], 0xffff); });
  expect(Reason::truncated, ipv6(), [](Bytes& f) { core::store_be16(&f[ip_at + 4], 0xffff); });
  expect(Reason::truncated, {}, [](Bytes& f) { f[transport_at({}) + 12] = 0xf0; });
  expect(Reason::truncated, udp(), [](Bytes& f) { core::store_be16(&f[transport_at({}) + 4], 9); });
  expect(Reason::malformed, {.padding = 60}, [](Bytes& f) { f[ip_at] = 0x4f; });  // options beyond the packet's end
}

TEST_F(Parsing, TellsTheParts) {
  using core::Part;
  const auto part = [](std::uint16_t fragmentation) { return parse(frame_of({.fragmentation = fragmentation})); };
  EXPECT_EQ(part(0).part, Part::whole);
  EXPECT_EQ(part(0x4000).part, Part::whole);
  EXPECT_EQ(part(0x8000).part, Part::whole) << "a reserved bit is none of ours";
  EXPECT_EQ(part(0x2000).part, Part::first_fragment);
  EXPECT_EQ(part(0x6000).part, Part::first_fragment);
  for (const std::uint16_t fragmentation : std::initializer_list<std::uint16_t>{0x0001, 0x1fff, 0x2005}) {
    EXPECT_EQ(part(fragmentation).part, Part::later_fragment);
    EXPECT_EQ(part(fragmentation).key.ports_and_protocol, core::pack_ports(0, core::protocol::tcp)) << "not a port";
  }

  const auto part6 = [](std::uint16_t place) {
    Bytes frame = with_extensions(frame_of(ipv6()), {core::protocol::ipv6_fragment});
    core::store_be16(&frame[ip_at + core::ipv6::size + 2], place);
    core::store_be32(&frame[ip_at + core::ipv6::size + 4], 0xcafe);
    return parse(frame);
  };
  EXPECT_EQ(part6(0).part, Part::whole) << "in one piece (RFC 6946)";
  EXPECT_EQ(part6(1).part, Part::first_fragment);
  EXPECT_EQ(part6(8).part, Part::later_fragment);
  EXPECT_EQ(part6(0xfff9).part, Part::later_fragment);
  EXPECT_EQ(core::swap32(part6(8).fragment_id), 0xcafeU);
}

TEST_F(Parsing, KnowsTcpAndUdpAlone) {
  for (unsigned protocol = 0; protocol < 256; ++protocol) {
    if (protocol == core::protocol::tcp || protocol == core::protocol::udp) continue;
    if (protocol == core::protocol::icmp || protocol == core::protocol::icmpv6) continue;  // icmp_test.cc
    const auto set = [&](std::size_t at) { return [=](Bytes& f) { f[at] = static_cast<std::uint8_t>(protocol); }; };
    expect(Reason::unsupported_protocol, {}, set(ip_at + 9));
    if (!core::is_extension_header(static_cast<std::uint8_t>(protocol)))
      expect(Reason::unsupported_protocol, ipv6(), set(ip_at + 6));
  }
}

TEST_F(Parsing, FollowsExtensionHeadersToTheTransport) {
  using core::protocol::authentication, core::protocol::destination_options, core::protocol::hop_by_hop,
      core::protocol::routing;
  const Bytes plain = frame_of(ipv6({.payload = 100}));
  const core::Packet expected = parse(plain);
  for (const std::vector<std::uint8_t>& headers : std::initializer_list<std::vector<std::uint8_t>>{
           {hop_by_hop},
           {routing},
           {destination_options},
           {authentication},
           {hop_by_hop, destination_options, routing, authentication, destination_options},
           std::vector<std::uint8_t>(core::most_extension_headers, routing)}) {
    const Bytes frame = with_extensions(plain, headers);
    const core::Packet packet = parse(frame);
    EXPECT_EQ(packet.problem, core::no_reason);
    EXPECT_EQ(packet.key.ports_and_protocol, expected.key.ports_and_protocol);
    EXPECT_EQ(packet.length, expected.length + 8 * headers.size());
    for (std::size_t length = ip_at + core::ipv6::size; length < frame.size(); ++length)
      EXPECT_EQ(parse(Bytes(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length))).problem,
                Reason::truncated);
  }
  EXPECT_EQ(parse(with_extensions(plain, std::vector<std::uint8_t>(core::most_extension_headers + 1, routing))).problem,
            Reason::extension_headers);
}

TEST_F(Parsing, RefusesExtensionHeadersThatReachTooFar) {
  Bytes frame = with_extensions(frame_of(ipv6({.payload = 1000})), {core::protocol::destination_options});
  frame[ip_at + core::ipv6::size + 1] = 57;  // 464 bytes: the transport header begins at 518
  EXPECT_EQ(parse(frame).problem, Reason::extension_headers);
  frame[ip_at + core::ipv6::size] = core::protocol::routing;
  EXPECT_EQ(parse(frame).problem, Reason::extension_headers);
}

TEST_F(Parsing, FindsIpBehindUpToTwoTags) {
  for (const Packet& packet : {Packet{}, ipv6()}) {
    const Bytes frame = frame_of(packet);
    for (const std::vector<std::uint32_t>& tags : std::initializer_list<std::vector<std::uint32_t>>{
             {}, {0x81000007}, {0x88a8e064, 0x81000007}, {0x81000001, 0x81000002}}) {
      EXPECT_EQ(parse(tagged(frame, tags)).problem, core::no_reason);
      EXPECT_EQ(parse(tagged(frame, tags)).key.addresses[0], parse(frame).key.addresses[0]);
      // What is sent is what would have been, behind the same tags.
      EXPECT_EQ(World().send(tagged(frame, tags)).frame, tagged(World().send(frame).frame, tags));
    }
    EXPECT_EQ(parse(tagged(frame, {0x81000001, 0x81000002, 0x81000003})).problem, Reason::not_ip);
  }
}

TEST_F(Parsing, LeavesEveryOtherEtherTypeToTheKernel) {
  Bytes frame = frame_of({.payload = 100});
  for (unsigned type = 0; type <= 0xffff; ++type) {
    if (type == core::ethernet::type_ipv4 || type == core::ethernet::type_ipv6) continue;
    core::store_be16(&frame[12], static_cast<std::uint16_t>(type));
    ASSERT_EQ(parse(frame).problem, Reason::not_ip) << type;
  }
  EXPECT_EQ(world.send(frame).frame, frame);
}

}  // namespace
}  // namespace guideway::test
