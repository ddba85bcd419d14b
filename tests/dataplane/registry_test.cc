// Who is who, for as long as the memory lives: ids stay, are given to nobody else while a flow knows them, and
// an entry of the flow table never comes to mean somebody else.
#include "dataplane/registry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

#include "dataplane/trace.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::BackendState;
using dataplane::Registry;
using dataplane::Snapshot;

Address address(int last) { return *parse_address(fmt::format("10.0.0.{}", last)); }

class Registered : public testing::Test {
 protected:
  dataplane::HeapMemory memory{small_capacity};

  core::BackendId enrol(const std::string& name, int last) {
    Registry registry(memory.view());  // anew each time, as after a restart
    const std::vector<Registry::Wanted> wanted{{name, address(last)}};
    const auto plan = registry.plan(wanted, {});
    EXPECT_TRUE(plan);
    registry.carry_out(*plan);
    return plan->backends[0];
  }
};

TEST_F(Registered, KeepTheirIdOverRestarts) {
  const core::BackendId a = enrol("a", 1), b = enrol("b", 2);
  EXPECT_NE(a.value, 0u);
  EXPECT_NE(a.value, b.value);
  EXPECT_EQ(enrol("a", 1).value, a.value);
  EXPECT_EQ(enrol("b", 2).value, b.value);
  EXPECT_EQ(Registry(memory.view()).find_backend("a", address(1))->value, a.value);
  EXPECT_EQ(Registry(memory.view()).find_backend("a", address(3)), std::nullopt);
}

TEST_F(Registered, AreSomebodyElseUnderANewAddressOrName) {
  const core::BackendId a = enrol("a", 1);
  EXPECT_NE(core::index_of(enrol("a", 2)), core::index_of(a));
  EXPECT_NE(core::index_of(enrol("b", 1)), core::index_of(a));
}

TEST_F(Registered, HoldTheLongestName) {
  const std::string longest(dataplane::max_name, 'x');
  const core::BackendId id = enrol(longest, 1);
  EXPECT_EQ(enrol(longest, 1).value, id.value);
}

TEST_F(Registered, StartOutDown) {
  EXPECT_EQ(memory.view().backends[core::index_of(enrol("a", 1))].state, BackendState::down);
}

TEST_F(Registered, ServicesKeepTheirIdAndCounters) {
  const auto enrol_services = [&](std::vector<std::string_view> names) {
    Registry registry(memory.view());
    const auto plan = registry.plan({}, names);
    EXPECT_TRUE(plan);
    registry.carry_out(*plan);
    return plan->services;
  };
  const auto first = enrol_services({"web", "dns"});
  memory.view().service_traffic[first[1]] = {5, 500};
  const auto second = enrol_services({"mail", "dns"});
  EXPECT_EQ(second[1], first[1]);
  EXPECT_EQ(memory.view().service_traffic[first[1]].packets, 5u);
  EXPECT_NE(second[0], first[0]) << "never-used places first";
}

TEST_F(Registered, AServicesOldPlaceStartsFromZero) {
  dataplane::Memory tight = memory.view();
  tight.service_names = tight.service_names.first(1);
  Registry registry(tight);
  registry.carry_out(*registry.plan({}, {"old"}));
  memory.view().service_traffic[0] = {5, 500};
  const auto plan = registry.plan({}, {"new"});
  ASSERT_TRUE(plan);
  EXPECT_EQ(memory.view().service_traffic[0].packets, 5u) << "a plan changes nothing";
  registry.carry_out(*plan);
  EXPECT_EQ(memory.view().service_traffic[0].packets, 0u);
  EXPECT_EQ(registry.find_service("old"), std::nullopt);
}

// Five places, backends that come and go, and flows that outlive them: over many changes each flow that
// the table still answers for goes to whom it went first. Incarnations run through their whole range.
TEST(Registry, LetsNoEntryPointAtSomebodyElse) {
  constexpr std::size_t places = 5;
  constexpr int changes = 1100, flows = 40;
  std::mt19937 random(11);
  dataplane::HeapMemory heap(small_capacity);
  dataplane::Memory memory = heap.view();
  memory.backends = memory.backends.first(places);
  memory.backend_names = memory.backend_names.first(places);
  memory.next_hops = memory.next_hops.first(places);

  std::map<std::uint16_t, Address> went;  // by source port
  core::Tick now = 0;
  std::uint64_t generation = 0;
  unsigned full = 0, answered = 0, highest_incarnation = 0, reused = 0;
  std::map<std::uint32_t, std::string> owner;  // by index
  auto publisher = std::make_unique<dataplane::Publisher>(memory, [] {});
  for (int change = 0; change < changes; ++change) {
    if (random() % 50 == 0) publisher = std::make_unique<dataplane::Publisher>(memory, [] {});
    Snapshot snapshot = scenery();
    snapshot.services.resize(1);
    snapshot.backends.clear();
    const std::size_t count = 1 + random() % 3;
    std::map<int, bool> chosen;
    while (chosen.size() < count) chosen[static_cast<int>(random() % 200)] = true;
    for (const auto& [number, ignored] : chosen) {
      snapshot.backends.push_back({fmt::format("b{}", number % 100), address(number)});
      publisher->set_next_hop(address(number), usual_hop());
    }
    std::vector<std::uint32_t> members(count);
    for (std::uint32_t m = 0; m < count; ++m) members[m] = m;
    snapshot.pools = {{"web", round_table(count), members}};
    snapshot.generation = ++generation;
    if (const auto applied = publisher->apply(snapshot); !applied) {
      ASSERT_EQ(applied.error().code, "dataplane.backends-full");
      ++full;
      // Flows end: time passes for them, and others take their lines.
      std::ranges::fill(memory.flows, core::FlowLine{});
      went.clear();
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const core::BackendId id = publisher->backend_ids()[i];
      highest_incarnation = std::max<unsigned>(highest_incarnation, core::incarnation_of(id));
      ASSERT_NE(core::incarnation_of(id), 0);
      std::string& name = owner[core::index_of(id)];
      reused += !name.empty() && name != to_text(snapshot.backends[i].address);
      name = to_text(snapshot.backends[i].address);
    }

    ++now;
    for (int i = 0; i < 6; ++i) {
      const auto port = static_cast<std::uint16_t>(random() % flows);
      const Outcome outcome = forward(memory, frame_of(with_flags({.source_port = port}, core::tcp::ack)), now);
      ASSERT_EQ(outcome.action(), core::Action::tx);
      const Address destination = outer_destination(outcome.frame);
      if (outcome.reason == core::Reason::forwarded_flow) {
        ASSERT_TRUE(went.contains(port));
        ASSERT_EQ(to_text(destination), to_text(went[port])) << "change " << change;
        ++answered;
      }
      went[port] = destination;
    }
  }
  EXPECT_GT(answered, 300u);
  EXPECT_GT(full, 10u) << "places were scarce";
  EXPECT_GT(reused, 800u) << "and given to others";
  EXPECT_EQ(highest_incarnation, 255u) << "until incarnations began anew";
}

}  // namespace
}  // namespace guideway::test
