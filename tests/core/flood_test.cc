// The promise that the flow table exists for: whatever arrives, an established flow stays where it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;

class Flood : public testing::Test {
 protected:
  World world;
  std::mt19937 random{1};

  std::uint16_t port() { return static_cast<std::uint16_t>(random()); }

  // One packet of a flood: any source, any flags; now and then one that was seen before, in a later tick,
  // which earns its flow a place that is kept as well.
  Packet stranger() {
    const std::uint8_t flags[] = {core::tcp::syn, core::tcp::ack, core::tcp::rst, core::tcp::fin | core::tcp::ack};
    const unsigned kind = random() % 5;
    Packet packet{.source = "192.0." + std::to_string(random() % 256) + "." + std::to_string(random() % 256),
                  .source_port = port()};
    return kind == 4 ? udp(packet) : with_flags(packet, flags[kind]);
  }

  void flood(std::size_t packets) {
    std::vector<Bytes> seen;
    for (std::size_t i = 0; i < packets; ++i) {
      if (i % 4096 == 0) ++world.now;
      if (!seen.empty() && random() % 64 == 0) {
        world.send(seen[random() % seen.size()]);
      } else {
        Bytes frame = frame_of(stranger());
        world.send(frame);
        if (seen.size() < 500) seen.push_back(std::move(frame));
      }
    }
  }
};

TEST_F(Flood, MovesNoEstablishedFlow) {
  // As many as the table (384 entries) takes with some lines full: an established flow is one that the
  // table holds.
  std::vector<Packet> established;
  for (std::uint16_t i = 0; i < 250; ++i) {
    const Packet packet = i % 5 == 0 ? udp({.source_port = i}) : Packet{.source_port = i};
    if (world.send(packet).reason == Reason::forwarded_untracked) continue;
    ++world.now;
    ASSERT_EQ(world.send(with_flags(packet, core::tcp::ack)).reason, Reason::forwarded_flow);
    --world.now;
    established.push_back(with_flags(packet, core::tcp::ack));
  }
  ASSERT_GT(established.size(), 200u);
  std::vector<std::string> places;
  for (const Packet& packet : established) places.push_back(world.sent_to(packet));

  flood(60'000);
  dataplane::Snapshot turned = world.snapshot();
  std::ranges::rotate(turned.pools[0].members, turned.pools[0].members.begin() + 1);
  world.apply(turned);
  flood(20'000);

  for (std::size_t i = 0; i < established.size(); ++i) {
    ASSERT_EQ(world.send(established[i]).reason, Reason::forwarded_flow) << i;
    ASSERT_EQ(world.sent_to(established[i]), places[i]) << i;
  }
}

// A full line of kept flows: newcomers go by the hash, all the same way, and nobody is pushed out.
TEST_F(Flood, FindsNoPlaceInAFullLine) {
  World one_line(scenery(), {.flow_entries = 6, .slots = 4096, .members = 64, .cpus = 1});
  ASSERT_EQ(one_line.memory().flows.size(), 1u);
  for (std::uint16_t i = 0; i < 6; ++i) {
    EXPECT_EQ(one_line.send(Packet{.source_port = i}).reason, Reason::forwarded_new);
    ++one_line.now;
    EXPECT_EQ(one_line.send(Packet{.source_port = i}).reason, Reason::forwarded_flow);
  }
  const Bytes before(reinterpret_cast<const std::uint8_t*>(one_line.memory().flows.data()),
                     reinterpret_cast<const std::uint8_t*>(one_line.memory().flows.data()) + 48);
  for (int i = 0; i < 1000; ++i) {
    const Packet packet = stranger();
    const Outcome first = one_line.send(packet), second = one_line.send(packet);
    ASSERT_EQ(first.reason, Reason::forwarded_untracked);
    ASSERT_EQ(first.frame, second.frame);
  }
  const Bytes after(reinterpret_cast<const std::uint8_t*>(one_line.memory().flows.data()),
                    reinterpret_cast<const std::uint8_t*>(one_line.memory().flows.data()) + 48);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace guideway::test
