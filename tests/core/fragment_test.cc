// Fragments follow the first one of their datagram, through every change but its backend's loss.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/wire/ipv6.h"
#include "dataplane/reasons.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;

constexpr std::uint16_t first = 0x2000, middle = 0x2010, last = 0x0020;

Packet piece(std::uint16_t fragmentation, std::uint16_t identification = 7, std::uint16_t source_port = 40000) {
  return udp({.source_port = source_port, .identification = identification, .fragmentation = fragmentation});
}

Bytes piece6(std::uint16_t place, std::uint32_t identification, std::uint16_t source_port = 40000) {
  Bytes frame = with_extensions(frame_of(ipv6({.source_port = source_port})), {core::protocol::ipv6_fragment});
  core::store_be16(&frame[ip_at + core::ipv6::size + 2], place);
  core::store_be32(&frame[ip_at + core::ipv6::size + 4], identification);
  return frame;
}

TEST(Fragments, FollowTheFirstOfTheirDatagram) {
  World world;
  for (std::uint16_t id = 0; id < 200; ++id) {
    const auto port = static_cast<std::uint16_t>(1000 + id);
    const std::string backend = world.sent_to(piece(first, id, port));
    ASSERT_NE(backend, "");
    EXPECT_EQ(world.sent_to(piece(middle, id, port)), backend);
    EXPECT_EQ(world.sent_to(piece(last, id, port)), backend);
    const Outcome six = world.send(piece6(1, id, port));
    ASSERT_EQ(six.action(), core::Action::tx);
    const Outcome later = world.send(piece6(0x00f0, id, port));
    EXPECT_EQ(later.reason, Reason::forwarded_fragment);
    EXPECT_EQ(outer_destination(later.frame), outer_destination(six.frame));
  }
}

TEST(Fragments, AreDroppedWithoutTheirFirst) {
  World world;
  EXPECT_EQ(world.send(piece(middle)).reason, Reason::fragment_unmatched);
  EXPECT_EQ(world.send(piece6(8, 1)).reason, Reason::fragment_unmatched);
  EXPECT_NE(world.sent_to(piece(first)), "");
  EXPECT_EQ(world.send(piece(middle, 8)).reason, Reason::fragment_unmatched) << "another datagram";
  Packet other = piece(middle);
  other.protocol = core::protocol::tcp;
  EXPECT_EQ(world.send(other).reason, Reason::fragment_unmatched) << "of another protocol";
  other = piece(middle);
  other.source = "198.51.100.8";
  EXPECT_EQ(world.send(other).reason, Reason::fragment_unmatched) << "from somebody else";
}

TEST(Fragments, ToNobodyPass) {
  World world;
  Packet stranger = piece(middle);
  stranger.destination = "203.0.113.99";
  EXPECT_EQ(world.send(stranger).reason, Reason::not_ours);
}

TEST(Fragments, AreForgottenAfterHalfAMinute) {
  World world;
  const std::string backend = world.sent_to(piece(first));
  world.now += core::fragment_timeout;
  EXPECT_EQ(world.sent_to(piece(middle)), backend);
  ++world.now;
  EXPECT_EQ(world.send(piece(middle)).reason, Reason::fragment_unmatched);
}

TEST(Fragments, StayWithTheirBackendWhileItMayServe) {
  World world;
  const std::string backend = world.sent_to(piece(first));
  dataplane::Snapshot snapshot = world.snapshot();
  std::ranges::rotate(snapshot.pools[0].members, snapshot.pools[0].members.begin() + 1);
  const auto chosen = std::ranges::find(snapshot.backends, backend, &dataplane::Backend::name);
  chosen->state = core::BackendState::draining;
  world.apply(snapshot);
  EXPECT_EQ(world.sent_to(piece(middle)), backend);
  chosen->state = core::BackendState::down;
  world.apply(snapshot);
  EXPECT_EQ(world.send(piece(middle)).reason, Reason::fragment_unmatched);
}

TEST(Fragments, AreDroppedWhereTheServiceFollowsNone) {
  World world;
  Packet packet{.destination = "203.0.113.13", .fragmentation = first};
  EXPECT_EQ(world.send(packet).reason, Reason::fragment);
  packet.fragmentation = middle;
  EXPECT_EQ(world.send(packet).reason, Reason::fragment_unmatched);
}

// A flood fills lines with its own; flows do not notice, and new datagrams still find a place.
TEST(Fragments, InAFloodPushOutOnlyFragments) {
  World world;
  std::vector<std::string> owners;
  for (std::uint16_t port = 0; port < 100; ++port) owners.push_back(world.sent_to({.source_port = port}));
  world.now += 2;
  for (std::uint16_t port = 0; port < 100; ++port) world.sent_to({.source_port = port, .tcp_flags = core::tcp::ack});
  for (unsigned i = 0; i < 20'000; ++i) {
    Packet packet = piece(first, static_cast<std::uint16_t>(i));
    packet.source = "198.51." + std::to_string(i >> 16) + ".9";
    packet.destination_port = 54;  // no service: nothing is remembered
    world.send(packet);
    packet.destination_port = 53;
    packet.source_port = static_cast<std::uint16_t>(i * 31);
    ASSERT_EQ(world.send(packet).action(), core::Action::tx);
  }
  EXPECT_NE(world.sent_to(piece(first, 77, 1)), "");
  EXPECT_EQ(world.send(piece(middle, 77, 1)).reason, Reason::forwarded_fragment);
  for (std::uint16_t port = 0; port < 100; ++port)
    EXPECT_EQ(world.sent_to({.source_port = port, .tcp_flags = core::tcp::ack}), owners[port]);
}

}  // namespace
}  // namespace guideway::test
