// Hundreds of snapshots, one after the other, in memory that holds the largest of them hardly more than twice:
// each is in force as it was meant, and no place is lost.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "dataplane/trace.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using dataplane::Snapshot;

constexpr std::size_t max_slots = 1000, max_pools = 8, max_members = 12;

class RandomSnapshots : public testing::Test {
 protected:
  std::mt19937 random{7};
  std::size_t below(std::size_t n) { return random() % n; }

  Snapshot next_snapshot() {
    Snapshot snapshot = scenery();
    snapshot.backends.clear();
    snapshot.pools.clear();
    snapshot.services.clear();
    for (std::size_t i = 0; i < 20; ++i)
      if (below(4) > 0)
        snapshot.backends.push_back({fmt::format("b{}", i), *parse_address(fmt::format("10.0.0.{}", i))});
    if (snapshot.backends.empty()) snapshot.backends.push_back({"b0", *parse_address("10.0.0.0")});
    const std::size_t pools = 1 + below(max_pools);
    for (std::size_t p = 0; p < pools; ++p) {
      dataplane::Pool pool{fmt::format("p{}", p), nullptr, {}};
      const std::size_t members = below(max_members + 1);
      for (std::size_t m = 0; m < members; ++m)
        pool.members.push_back(static_cast<std::uint32_t>(below(snapshot.backends.size())));
      if (members > 0) pool.table = random_table(members);
      // Now and then the table of the pool before, which fits as many members.
      if (p > 0 && below(3) == 0 && snapshot.pools[p - 1].members.size() <= members)
        pool.table = snapshot.pools[p - 1].table;
      snapshot.pools.push_back(std::move(pool));
      snapshot.services.push_back({fmt::format("s{}", p), *parse_address(fmt::format("203.0.113.{}", below(200))),
                                   core::protocol::tcp, static_cast<std::uint16_t>(1000 + p),
                                   static_cast<std::uint32_t>(p), static_cast<std::uint8_t>(below(3))});
    }
    return snapshot;
  }

  dataplane::Table random_table(std::size_t members) {
    std::vector<std::uint16_t> slots(1 + below(max_slots));
    for (auto& slot : slots) slot = static_cast<std::uint16_t>(below(members));
    return std::make_shared<const std::vector<std::uint16_t>>(std::move(slots));
  }

  // The memory says, of packets to the service, what the snapshot says.
  void check(World& world, const dataplane::Service& service) {
    const Snapshot& snapshot = world.snapshot();
    const dataplane::Pool& pool = snapshot.pools[service.pool];
    const dataplane::TracedPacket packet{core::protocol::tcp,
                                         {*parse_address("198.51.100.1"), static_cast<std::uint16_t>(random())},
                                         {service.vip, service.port}};
    const auto traced = dataplane::trace(world.memory(), packet, world.now);
    ASSERT_TRUE(traced);
    ASSERT_TRUE(traced->service);
    ASSERT_STREQ(world.memory().service_names[*traced->service].name, service.name.c_str());
    if (!pool.table) {
      ASSERT_EQ(traced->reason, core::Reason::no_backend);
      return;
    }
    ASSERT_EQ(traced->table_size, pool.table->size());
    const std::uint32_t member = pool.members[(*pool.table)[*traced->slot]];
    ASSERT_EQ(traced->backend.value, world.publisher().backend_ids()[member].value);
    ASSERT_STREQ(world.memory().backend_names[core::index_of(traced->backend)].name,
                 snapshot.backends[member].name.c_str());
  }
};

TEST_F(RandomSnapshots, AreEachInForceAsMeant) {
  World world(next_snapshot(), {.flow_entries = 6,
                                .slots = static_cast<std::uint32_t>(2 * max_pools * (max_slots + core::slots_per_word)),
                                .members = 2 * max_pools * max_members,
                                .cpus = 1});
  // First fit leaves gaps, so twice the largest is not always enough; what is refused must change nothing,
  // and be rare.
  int refused = 0;
  constexpr int rounds = 250;
  for (int round = 0; round < rounds; ++round) {
    Snapshot snapshot = next_snapshot();
    try {
      world.apply(std::move(snapshot));
    } catch (const std::runtime_error& full) {
      ++refused;
      ASSERT_NE(std::string(full.what()).find("dataplane.tables-full"), std::string::npos) << full.what();
    }
    for (const dataplane::Service& service : world.snapshot().services)
      ASSERT_NO_FATAL_FAILURE(check(world, service)) << "round " << round;
  }
  EXPECT_LT(refused, rounds / 50);
}

}  // namespace
}  // namespace guideway::test
