// A flow's way through its life, packet by packet: when the table answers, and when the hash decides anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "dataplane/reasons.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::BackendState;
using core::Reason;
constexpr std::uint8_t syn = core::tcp::syn, ack = core::tcp::ack, fin = core::tcp::fin, rst = core::tcp::rst;

// Timeouts of the scenery in ticks, as the publisher rounds them: 60, 3600, 10 and 120 seconds.
constexpr core::Tick tentative_ticks = 56, established_ticks = 3353, closing_ticks = 10, udp_ticks = 112;

class FlowTable : public testing::Test {
 protected:
  World world;

  std::string_view reason(const Packet& packet) { return dataplane::name(world.send(packet).reason); }
  std::string_view reason(std::uint8_t flags) { return reason(with_flags({}, flags)); }

  // A flow that was seen in two ticks, and so is kept.
  void establish(const Packet& packet = {}) {
    ASSERT_EQ(reason(packet), "forwarded_new");
    ++world.now;
    ASSERT_EQ(reason(with_flags(packet, ack)), "forwarded_flow");
  }

  // The pool's table now gives every slot to another backend: only the flow table keeps flows where they are.
  void turn_table() {
    dataplane::Snapshot snapshot = world.snapshot();
    auto& members = snapshot.pools[0].members;
    std::ranges::rotate(members, members.begin() + 1);
    world.apply(snapshot);
  }

  void set_state(std::string_view backend, BackendState state) {
    dataplane::Snapshot snapshot = world.snapshot();
    for (auto& entry : snapshot.backends)
      if (entry.name == backend) entry.state = state;
    world.apply(snapshot);
  }
};

TEST_F(FlowTable, RemembersFromTheFirstPacketOn) {
  const std::string chosen = world.sent_to({});
  turn_table();
  EXPECT_EQ(reason(ack), "forwarded_flow");
  EXPECT_EQ(world.sent_to(with_flags({}, ack)), chosen);
  EXPECT_NE(world.sent_to({.source_port = 40003}), "") << "others are not disturbed";
}

TEST_F(FlowTable, TellsFlowsApartByEachPartOfTheirKey) {
  establish();
  for (const Packet& other :
       {Packet{.source = "198.51.100.8"}, Packet{.source_port = 40001}, Packet{.destination = "203.0.113.13"}, udp()})
    EXPECT_EQ(reason(other), "forwarded_new");
  EXPECT_EQ(reason(ack), "forwarded_flow");
}

TEST_F(FlowTable, ForgetsATentativeFlowAfterItsTimeout) {
  EXPECT_EQ(reason(syn), "forwarded_new");
  world.now += tentative_ticks + 1;
  EXPECT_EQ(reason(ack), "forwarded_new");
}

TEST_F(FlowTable, ForgetsAnEstablishedFlowAfterItsTimeoutAndNotBefore) {
  establish();
  world.now += established_ticks;
  EXPECT_EQ(reason(ack), "forwarded_flow");
  world.now += established_ticks + 1;
  EXPECT_EQ(reason(ack), "forwarded_new");
}

TEST_F(FlowTable, ForgetsUdpAfterItsOwn) {
  EXPECT_EQ(reason(udp()), "forwarded_new");
  ++world.now;
  EXPECT_EQ(reason(udp()), "forwarded_flow");
  world.now += udp_ticks;
  EXPECT_EQ(reason(udp()), "forwarded_flow");
  world.now += udp_ticks + 1;
  EXPECT_EQ(reason(udp()), "forwarded_new");
}

TEST_F(FlowTable, SurvivesTheWrapOfTicks) {
  world.now = core::tick_mask - 1;
  establish();
  for (int i = 0; i < 20; ++i) {
    world.now += 1000;  // in all, more than two wraps
    EXPECT_EQ(reason(ack), "forwarded_flow");
  }
}

TEST_F(FlowTable, HoldsForACpuWhoseClockIsBehind) {
  establish();
  const core::FlowLine* const lines = world.memory().flows.data();
  const std::vector<core::FlowLine> before(lines, lines + world.memory().flows.size());
  --world.now;
  EXPECT_EQ(reason(ack), "forwarded_flow");
  EXPECT_EQ(std::memcmp(before.data(), lines, before.size() * sizeof before[0]), 0) << "it has nothing new to say";
}

TEST_F(FlowTable, EndsSoonAfterFinOrRst) {
  for (const std::uint8_t end : {fin, rst}) {
    const Packet packet{.source_port = end};
    establish(packet);
    EXPECT_EQ(reason(with_flags(packet, static_cast<std::uint8_t>(end | ack))), "forwarded_flow");
    world.now += closing_ticks;
    EXPECT_EQ(reason(with_flags(packet, ack)), "forwarded_flow") << "the other side still talks";
    world.now += closing_ticks + 1;
    EXPECT_EQ(reason(with_flags(packet, ack)), "forwarded_new");
  }
}

TEST_F(FlowTable, StartsAnewOnASynThatReusesAClosingFlow) {
  establish();
  EXPECT_EQ(reason(fin | ack), "forwarded_flow");
  const std::string before = world.sent_to(with_flags({}, ack));
  turn_table();
  EXPECT_EQ(world.sent_to(with_flags({}, ack)), before);
  EXPECT_EQ(reason(syn), "forwarded_new");
  EXPECT_NE(world.sent_to(with_flags({}, ack)), before);
}

TEST_F(FlowTable, KeepsAnEstablishedFlowOnASyn) {
  establish();
  const std::string before = world.sent_to(with_flags({}, ack));
  turn_table();
  EXPECT_EQ(world.sent_to({}), before) << "a repeated or forged SYN moves nothing";
}

TEST_F(FlowTable, LeavesADrainingBackendItsFlowsAndGivesItNoNewOnes) {
  establish();
  const std::string chosen = world.sent_to(with_flags({}, ack));
  dataplane::Snapshot snapshot = world.snapshot();
  std::erase_if(snapshot.pools[0].members, [&](std::uint32_t m) { return snapshot.backends[m].name == chosen; });
  snapshot.pools[0].table = round_table(2);
  for (auto& backend : snapshot.backends)
    if (backend.name == chosen) backend.state = BackendState::draining;
  world.apply(snapshot);
  EXPECT_EQ(world.sent_to(with_flags({}, ack)), chosen);
  EXPECT_EQ(reason(syn), "forwarded_new") << "a new connection on the same ports";
  EXPECT_NE(world.sent_to(with_flags({}, ack)), chosen);
}

TEST_F(FlowTable, MovesFlowsOffABackendThatIsDown) {
  establish();
  const std::string chosen = world.sent_to(with_flags({}, ack));
  dataplane::Snapshot snapshot = world.snapshot();
  std::erase_if(snapshot.pools[0].members, [&](std::uint32_t m) { return snapshot.backends[m].name == chosen; });
  snapshot.pools[0].table = round_table(2);
  world.apply(snapshot);
  set_state(chosen, BackendState::down);
  EXPECT_EQ(reason(ack), "forwarded_new");
  const std::string moved = world.sent_to(with_flags({}, ack));
  EXPECT_NE(moved, chosen);
  set_state(chosen, BackendState::up);
  EXPECT_EQ(world.sent_to(with_flags({}, ack)), moved) << "who moved stays where it went";
}

TEST_F(FlowTable, MovesFlowsOffARemovedBackendOnlyWhenItsAddressIsTaken) {
  establish();
  const std::string chosen = world.sent_to(with_flags({}, ack));
  dataplane::Snapshot snapshot = world.snapshot();
  std::erase_if(snapshot.pools[0].members, [&](std::uint32_t m) { return snapshot.backends[m].name == chosen; });
  snapshot.pools[0].table = round_table(2);
  world.apply(snapshot);
  EXPECT_EQ(world.sent_to(with_flags({}, ack)), chosen) << "a backend that left drains";
}

TEST_F(FlowTable, CountsOnlyWhatItHolds) {
  establish();
  EXPECT_EQ(reason(udp()), "forwarded_new");
  std::size_t used = 0;
  for (const core::FlowLine& line : world.memory().flows)
    for (const std::uint64_t entry : line.entry) used += entry != 0;
  EXPECT_EQ(used, 2u);
}

}  // namespace
}  // namespace guideway::test
