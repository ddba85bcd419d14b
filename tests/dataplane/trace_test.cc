// A trace says what forward() then does, and changes nothing.
#include "dataplane/trace.h"

#include <gtest/gtest.h>

#include <random>

#include "dataplane/reasons.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using dataplane::TracedPacket;

const char* const destinations[] = {"203.0.113.10", "203.0.113.11", "203.0.113.12", "203.0.113.13",   "203.0.113.14",
                                    "203.0.113.15", "203.0.113.16", "203.0.113.99", "2001:db8:5::10", "2001:db8:5::11"};

TracedPacket random_packet(std::mt19937& random) {
  TracedPacket packet;
  packet.destination.address = *parse_address(destinations[random() % std::size(destinations)]);
  packet.source.address =
      *parse_address(packet.destination.address.family == Family::ipv4 ? "198.51.100.7" : "2001:db8:c::7");
  packet.source.port = static_cast<std::uint16_t>(random() % 2);
  packet.destination.port = random() % 4 == 0 ? 53 : 80;
  packet.protocol = random() % 4 == 0 ? core::protocol::udp : core::protocol::tcp;
  return packet;
}

TEST(Trace, SaysWhatForwardThenDoes) {
  // One line: at times it is full, which a dry run must see too.
  World world(scenery(), {.flow_entries = 6, .slots = 4096, .members = 64, .cpus = 1});
  std::mt19937 random(3);
  const TracedPacket regular{
      core::protocol::tcp, {*parse_address("198.51.100.9"), 1}, {*parse_address("203.0.113.10"), 80}};
  std::vector<int> met(core::reason_count);
  for (int i = 0; i < 5000; ++i) {
    // Time enough for flows to be kept, and now and then to end.
    world.now += random() % 500 == 0 ? 3500 : random() % 5 == 0;
    // Half of the time a few regulars, whose flows come to be kept and fill the line.
    TracedPacket packet = random_packet(random);
    if (random() % 2 == 0) {
      packet = regular;
      packet.source.port = static_cast<std::uint16_t>(random() % 6);
    }
    const auto traced = dataplane::trace(world.memory(), packet, world.now & core::tick_mask);
    ASSERT_TRUE(traced);
    const Outcome outcome = world.send(dataplane::make_frame(packet));
    ASSERT_EQ(dataplane::name(traced->reason), dataplane::name(outcome.reason));
    ++met[static_cast<std::size_t>(outcome.reason)];
    if (outcome.action() != core::Action::tx) continue;
    ASSERT_EQ(outer_destination(outcome.frame).bytes[15],
              world.memory().backends[core::index_of(traced->backend)].address[15]);
    ASSERT_EQ(traced->outer_length, outcome.frame.size() - core::ethernet::size);
  }
  for (const auto reason :
       {core::Reason::forwarded_flow, core::Reason::forwarded_new, core::Reason::forwarded_untracked,
        core::Reason::no_service, core::Reason::no_backend, core::Reason::not_ours})
    EXPECT_GT(met[static_cast<std::size_t>(reason)], 10) << dataplane::name(reason);
}

TEST(Trace, ChangesNothing) {
  World world(scenery(), {.flow_entries = 6, .slots = 4096, .members = 64, .cpus = 1});
  std::mt19937 random(4);
  for (int i = 0; i < 20; ++i) world.send(dataplane::make_frame(random_packet(random)));
  world.now += 1;
  const Bytes before = contents(world.memory());
  for (int i = 0; i < 2000; ++i)
    ASSERT_TRUE(dataplane::trace(world.memory(), random_packet(random), world.now + random() % 100));
  EXPECT_TRUE(contents(world.memory()) == before);
}

TEST(Trace, NamesTheSlotAlsoWhereTheFlowTableAnswers) {
  World world;
  const TracedPacket packet{
      core::protocol::tcp, {*parse_address("198.51.100.7"), 4000}, {*parse_address("203.0.113.10"), 80}};
  const auto first = dataplane::trace(world.memory(), packet, world.now);
  world.send(dataplane::make_frame(packet));
  const auto second = dataplane::trace(world.memory(), packet, world.now);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->reason, core::Reason::forwarded_new);
  EXPECT_EQ(second->reason, core::Reason::forwarded_flow);
  EXPECT_EQ(first->slot, second->slot);
  EXPECT_EQ(first->flow_hash, second->flow_hash);
  EXPECT_EQ(second->generation, 1u);
  EXPECT_EQ(second->length, 40u);
}

TEST(Trace, WorksBeforeAnythingIsInForce) {
  dataplane::HeapMemory memory(small_capacity);
  const auto traced =
      dataplane::trace(memory.view(), {core::protocol::udp, {*parse_address("::1"), 1}, {*parse_address("::2"), 2}}, 0);
  ASSERT_TRUE(traced);
  EXPECT_EQ(traced->generation, 0u);
  EXPECT_EQ(traced->reason, core::Reason::not_ours);
}

TEST(Trace, RefusesTwoFamilies) {
  World world;
  const auto traced =
      dataplane::trace(world.memory(), {6, {*parse_address("::1"), 1}, {*parse_address("203.0.113.10"), 80}}, 0);
  ASSERT_FALSE(traced);
  EXPECT_EQ(traced.error().code, "trace.families");
  EXPECT_EQ(traced.error().exit, Exit::bad_input);
}

}  // namespace
}  // namespace guideway::test
