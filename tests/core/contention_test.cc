// Many threads on one line of the flow table, as CPUs share it: nobody kept is pushed out, and no entry ever
// says what no packet put there.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <thread>

#include "core/flow/key.h"
#include "core/forward/forward.h"
#include "core/forward/parse.h"
#include "core/wire/frame.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

constexpr std::uint32_t threads = 4;

// What the line may hold for a packet: its tag and the backend that its slot names.
std::uint64_t entry_of(World& world, const Packet& packet) {
  Bytes frame = frame_of(packet);
  const core::Packet parsed = core::parse(core::Frame(frame.data(), frame.data(), frame.data() + frame.size()));
  const core::Settings& settings = world.memory().settings[world.memory().root[0].active & 1];
  const std::uint64_t hash = core::hash(parsed.key, settings.seed);
  const dataplane::View<false> view(world.memory());
  const auto& pool = *view.pool(static_cast<std::uint32_t>(world.memory().root[0].active & 1) * core::max_pools);
  std::uint32_t slot = 0;
  return core::make_entry(hash, core::select(view, pool, hash, slot));
}

TEST(Contention, KeepsTheKeptAndTearsNoEntry) {
  World world(scenery(), {.flow_entries = 6, .slots = 4096, .members = 64, .cpus = threads});
  std::vector<Packet> kept, strangers;
  for (std::uint16_t i = 0; i < 3; ++i) {
    kept.push_back({.source_port = i});
    world.send(kept.back());
    ++world.now;
    ASSERT_EQ(world.send(kept.back()).reason, core::Reason::forwarded_flow);
  }
  std::map<std::uint64_t, bool> legitimate{{0, true}};
  for (std::uint16_t i = 0; i < 40; ++i) strangers.push_back({.source_port = static_cast<std::uint16_t>(1000 + i)});
  for (const auto& packets : {kept, strangers})
    for (const Packet& packet : packets) legitimate[entry_of(world, packet)] = true;

  std::atomic<unsigned> lost{0}, strange{0}, tracked{0};
  std::vector<std::jthread> running;
  for (std::uint32_t cpu = 0; cpu < threads; ++cpu)
    running.emplace_back([&, cpu] {
      std::mt19937 random(cpu);
      const dataplane::View<true> view(world.memory(), cpu);
      const auto run = [&](const Packet& packet, core::Tick now) {
        Bytes frame = frame_of(packet);
        frame.insert(frame.begin(), 64, 0);
        core::Frame f(frame.data(), frame.data() + 64, frame.data() + frame.size());
        return core::forward(f, view, now);
      };
      for (core::Tick i = 0; i < 5000; ++i) {
        const core::Tick now = world.now + i / 100;
        const core::Reason reason = run(strangers[random() % strangers.size()], now);
        tracked += reason != core::Reason::forwarded_untracked;
        lost += run(kept[random() % kept.size()], now) != core::Reason::forwarded_flow;
        for (const std::uint64_t& entry : world.memory().flows[0].entry)
          strange += !legitimate.contains(core::load_shared(&entry));
      }
    });
  running.clear();  // joins

  EXPECT_EQ(lost, 0u);
  EXPECT_EQ(strange, 0u);
  EXPECT_GT(tracked, 0u) << "newcomers did get places meanwhile";
}

}  // namespace
}  // namespace guideway::test
