// A snapshot is in force whole and at one instant, or not at all.
#include "dataplane/publish.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "dataplane/reasons.h"
#include "tests/dataplane/stale_view.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::BackendState;
using dataplane::Snapshot;

// Each makes a good snapshot one that cannot be had.
struct Refusal {
  const char* name;
  const char* code;
  std::function<void(Snapshot&)> spoil;
};

void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.name; }

const Refusal refusals[] = {
    {"TooManyPools", "dataplane.pools-full",
     [](Snapshot& s) { s.pools.resize(core::max_pools + 1, {"more", nullptr, {}}); }},
    {"TooManyServices", "dataplane.services-full",
     [](Snapshot& s) {
       for (std::uint32_t i = 0; i < core::max_services; ++i)
         s.services.push_back({fmt::format("more-{}", i), *parse_address("192.0.2.1"), core::protocol::tcp,
                               static_cast<std::uint16_t>(i + 1), 0, 0});
     }},
    {"TooManyBackends", "dataplane.backends-full",
     [](Snapshot& s) {
       for (std::uint32_t i = 0; i < core::max_backends; ++i)
         s.backends.push_back({fmt::format("more-{}", i), *parse_address("10.0.0.1")});
     }},
    {"TablesThatDoNotFit", "dataplane.tables-full",
     [](Snapshot& s) { s.pools[0].table = round_table(3, small_capacity.slots); }},
    {"MembersThatDoNotFit", "dataplane.tables-full",
     [](Snapshot& s) { s.pools[0].members.resize(small_capacity.members, 0); }},
    // Nine of one key: no salt spreads them.
    {"ServicesThatCannotBeIndexed", "dataplane.services-full",
     [](Snapshot& s) {
       for (int i = 0; i < 9; ++i) s.services.push_back({fmt::format("same-{}", i), s.services[0].vip, 6, 9000, 0, 0});
     }},
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, ChangesNothing) {
  World world;
  world.send(Packet{});
  const Bytes before = contents(world.memory());
  const auto ids = world.publisher().backend_ids();

  // Everything else in it is new too: other names, another order, another seed.
  Snapshot snapshot = world.snapshot();
  snapshot.generation = 2;
  snapshot.seed[0] ^= 1;
  std::ranges::reverse(snapshot.services);
  for (auto& service : snapshot.services) service.name += "-renamed";
  snapshot.backends[0].state = BackendState::down;
  snapshot.backends.insert(snapshot.backends.begin(), {"new", *parse_address("10.77.0.99")});
  GetParam().spoil(snapshot);
  const auto applied = world.publisher().apply(snapshot);
  ASSERT_FALSE(applied.has_value());
  EXPECT_EQ(applied.error().code, GetParam().code);
  EXPECT_FALSE(applied.error().hint.empty());

  EXPECT_TRUE(contents(world.memory()) == before);
  EXPECT_EQ(world.publisher().generation(), 1u);
  EXPECT_TRUE(
      std::ranges::equal(world.publisher().backend_ids(), ids, {}, &core::BackendId::value, &core::BackendId::value));

  // And the next hop of a backend is still its own.
  world.publisher().set_next_hop(world.snapshot().backends[0].address, {});
  const auto& hops = world.memory().next_hops;
  for (std::size_t i = 0; i < ids.size(); ++i)
    EXPECT_EQ(hops[core::index_of(ids[i])].interface == 0, i == 0 || world.snapshot().backends[i].name == "lost-1");
}

INSTANTIATE_TEST_SUITE_P(, Refused, testing::ValuesIn(refusals), [](const auto& info) { return info.param.name; });

// The state of the world as packets meet it while the publisher waits for those under way.
TEST(Publish, DisturbsNoPacketUnderWay) {
  dataplane::HeapMemory heap(small_capacity);
  dataplane::Memory& memory = heap.view();
  std::function<void()> meanwhile = [] {};
  dataplane::Publisher publisher(memory, [&] { meanwhile(); });
  Snapshot snapshot = scenery();
  ASSERT_TRUE(publisher.apply(snapshot));
  set_next_hops(publisher, snapshot);

  std::vector<Bytes> frames;
  for (std::uint16_t port = 0; port < 100; ++port) frames.push_back(frame_of({.source_port = port}));
  const auto all_sent = [&](std::uint64_t active) {
    std::vector<Bytes> sent;
    // Without what the flow table remembers, or the slots would not be looked at.
    std::ranges::fill(memory.flows, core::FlowLine{});
    for (const Bytes& frame : frames) {
      Outcome outcome = forward_stale(memory, active, frame, 1);
      EXPECT_EQ(outcome.action(), core::Action::tx) << dataplane::name(outcome.reason);
      sent.push_back(std::move(outcome.frame));
    }
    return sent;
  };

  for (int round = 0; round < 20; ++round) {
    const std::uint64_t old_active = memory.root[0].active;
    const std::vector<Bytes> before = all_sent(old_active);
    bool waited = false;
    meanwhile = [&] {
      waited = true;
      EXPECT_NE(memory.root[0].active, old_active);
      EXPECT_TRUE(all_sent(old_active) == before) << "a packet of the old snapshot met something else";
      all_sent(memory.root[0].active);  // and those of the new one find its backends up
    };
    // One of three goes down and out, another one each round; tables of another size.
    const auto out = static_cast<std::uint32_t>(round % 3);
    snapshot.generation += 1;
    for (std::uint32_t b = 0; b < 3; ++b) snapshot.backends[b].state = b == out ? BackendState::down : BackendState::up;
    snapshot.pools[0].members = {(out + 1) % 3, (out + 2) % 3};
    snapshot.pools[0].table = round_table(2, 100 + static_cast<std::size_t>(round));
    ASSERT_TRUE(publisher.apply(snapshot));
    EXPECT_TRUE(waited);
    EXPECT_EQ(memory.backends[core::index_of(publisher.backend_ids()[out])].state, BackendState::down);
    EXPECT_EQ(publisher.generation(), snapshot.generation);
  }
}

TEST(Publish, WritesASharedTableOnce) {
  Snapshot snapshot = scenery();
  const auto shared = round_table(3), equal_but_apart = round_table(3);
  snapshot.pools = {{"a", shared, {0, 1, 2}}, {"b", shared, {2, 1, 0}}, {"c", equal_but_apart, {0, 1, 2}}};
  for (auto& service : snapshot.services) service.pool = 0;
  World world(snapshot);
  const std::size_t half = (world.memory().root[0].active & 1) * core::max_pools;
  const auto pools = world.memory().pools.subspan(half, 3);
  EXPECT_EQ(pools[0].slots, pools[1].slots);
  EXPECT_NE(pools[0].slots, pools[2].slots);
  EXPECT_NE(pools[0].members, pools[1].members);
}

TEST(Publish, GivesANewBackendTheNextHopItsAddressHas) {
  World world;
  const Address newcomer = *parse_address("10.77.0.50");
  world.publisher().set_next_hop(newcomer, usual_hop());
  Snapshot snapshot = world.snapshot();
  snapshot.backends.push_back({"late", newcomer});
  snapshot.pools[0] = {"web", round_table(1), {static_cast<std::uint32_t>(snapshot.backends.size() - 1)}};
  world.apply(snapshot);
  EXPECT_EQ(world.sent_to({}), "late");
}

TEST(Publish, RoundsTimeoutsUpToTicks) {
  Snapshot snapshot = scenery();
  snapshot.timeouts = {.tentative = 1, .established = 8000, .closing = 2, .udp = 100};
  World world(snapshot);
  const auto& timeout = world.memory().settings[world.memory().root[0].active & 1].timeout;
  EXPECT_EQ(timeout[0], 1);
  EXPECT_EQ(timeout[1], 7451);
  EXPECT_EQ(timeout[2], 2);
  EXPECT_EQ(timeout[3], 94);
  EXPECT_LE(timeout[1], core::max_timeout);
}

// A daemon that starts over memory it did not make: nothing in force is overwritten, nobody gets another id.
TEST(Publish, GoesOnFromWhatItFinds) {
  World world;
  for (std::uint16_t port = 0; port < 50; ++port) world.send(Packet{.source_port = port});
  const auto ids = world.publisher().backend_ids();
  const std::uint64_t old_active = world.memory().root[0].active;

  bool undisturbed = false;
  dataplane::Publisher next(world.memory(), [&] {
    undisturbed = forward_stale(world.memory(), old_active, frame_of({}), 1).action() == core::Action::tx;
  });
  EXPECT_EQ(next.generation(), 1u);
  Snapshot snapshot = world.snapshot();
  snapshot.generation = 2;
  std::ranges::rotate(snapshot.backends, snapshot.backends.begin() + 2);  // positions are not identity
  for (auto& pool : snapshot.pools)
    for (auto& member : pool.members) member = (member + 4) % 6;
  ASSERT_TRUE(next.apply(snapshot));
  EXPECT_TRUE(undisturbed);
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(next.backend_ids()[(i + 4) % 6].value, ids[i].value);
  for (std::uint16_t port = 0; port < 50; ++port)
    EXPECT_EQ(world.send(Packet{.source_port = port}).reason, core::Reason::forwarded_flow);
}

}  // namespace
}  // namespace guideway::test
