// What the counters say, over CPUs and over flows.
#include "dataplane/counters.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;

TEST(Counters, SumOverCpus) {
  World world(scenery(), {.flow_entries = 384, .slots = 4096, .members = 64, .cpus = 3});
  for (std::uint32_t cpu = 0; cpu < 3; ++cpu) {
    const dataplane::View<true> view(world.memory(), cpu);
    view.count_reason(Reason::truncated);
    view.count_service(7, 100);
    view.count_backend(9, 50 + cpu);
  }
  const dataplane::Counters counters = dataplane::read_counters(world.memory());
  EXPECT_EQ(counters.reasons[static_cast<std::size_t>(Reason::truncated)], 3u);
  EXPECT_EQ(std::accumulate(counters.reasons.begin(), counters.reasons.end(), 0u), 3u);
  EXPECT_EQ(counters.services[7].packets, 3u);
  EXPECT_EQ(counters.services[7].bytes, 300u);
  EXPECT_EQ(counters.backends[9].bytes, 153u);
  EXPECT_EQ(counters.services.size(), core::max_services);
  EXPECT_EQ(counters.backends.size(), core::max_backends);
}

TEST(Counters, CountWhatIsSentByItsOwnLength) {
  World world;
  world.send(Packet{.payload = 60, .padding = 20});   // 100 bytes of IP packet
  world.send(Packet{.destination = "203.0.113.14"});  // no backend: the service's, nobody's else
  world.send(Packet{.destination = "203.0.113.15"});  // no next hop
  world.send(Packet{.destination_port = 81});         // no service
  const dataplane::Counters counters = dataplane::read_counters(world.memory());
  const auto& services = world.publisher().service_ids();
  EXPECT_EQ(counters.services[services[0]].packets, 1u);
  EXPECT_EQ(counters.services[services[0]].bytes, 100u);
  EXPECT_EQ(counters.services[services[7]].packets, 1u);
  EXPECT_EQ(counters.services[services[8]].packets, 1u);
  std::uint64_t sent = 0, bytes = 0;
  for (const core::Counter& backend : counters.backends) sent += backend.packets, bytes += backend.bytes;
  EXPECT_EQ(sent, 1u) << "what is dropped was not sent";
  EXPECT_EQ(bytes, 100u);
}

TEST(Counters, CountFlowsByState) {
  World world;
  EXPECT_EQ(dataplane::count_flows(world.memory(), world.now).capacity, 384u);
  const auto ack = [](Packet packet) { return with_flags(packet, core::tcp::ack); };
  for (std::uint16_t port = 1; port <= 5; ++port) world.send(Packet{.source_port = port});
  for (std::uint16_t port = 1; port <= 2; ++port) world.send(udp({.source_port = port}));
  ++world.now;
  for (std::uint16_t port = 1; port <= 3; ++port) world.send(ack({.source_port = port}));
  world.send(udp({.source_port = 1}));
  world.send(with_flags({.source_port = 3}, core::tcp::rst));

  const dataplane::FlowCounts counts = dataplane::count_flows(world.memory(), world.now);
  EXPECT_EQ(counts.tentative, 3u);
  EXPECT_EQ(counts.established, 2u);
  EXPECT_EQ(counts.closing, 1u);
  EXPECT_EQ(counts.udp, 1u);
  EXPECT_EQ(counts.expired, 0u);

  const dataplane::FlowCounts later = dataplane::count_flows(world.memory(), world.now + 60);
  EXPECT_EQ(later.tentative + later.closing, 0u);
  EXPECT_EQ(later.established, 2u);
  EXPECT_EQ(later.udp, 1u);
  EXPECT_EQ(later.expired, 4u);
}

TEST(Counters, CountNoFlowsBeforeTheFirstSnapshot) {
  dataplane::HeapMemory memory(small_capacity);
  EXPECT_EQ(dataplane::count_flows(memory.view(), 0).expired, 0u);
}

}  // namespace
}  // namespace guideway::test
