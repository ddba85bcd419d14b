// Several threads at once: nothing is lost, nothing is counted twice, and caps hold at every moment. The `tsan` preset
// builds this with the thread sanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "balance/bounded_loads.h"
#include "balance/choices.h"
#include "balance/least_connections.h"
#include "balance/maglev.h"
#include "balance/round_robin.h"
#include "core/hash/mix.h"
#include "core/select/bounded_loads.h"
#include "tests/balance/pools.h"

namespace guideway::balance {
namespace {

constexpr std::uint32_t kThreads = 4;

template <class Work>
void in_threads(const Work& work) {
  std::vector<std::jthread> threads;
  for (std::uint32_t i = 0; i < kThreads; ++i) threads.emplace_back([&work, i] { work(i); });
}

constexpr std::uint32_t kHeld = 50;  // at most, by each thread

// Each thread picks and releases at random, and at last releases what it still holds.
template <class Policy, class Pick>
void pick_and_release(Policy& policy, const Pick& pick) {
  std::atomic<int> refused = 0;
  in_threads([&](std::uint32_t thread) {
    std::vector<std::uint32_t> held;
    for (std::uint64_t i = 0; i < 5000; ++i) {
      const auto word = core::mix_nth(thread, i);
      if (held.size() == kHeld || (!held.empty() && word % 2 == 0)) {
        std::swap(held[(word >> 32) % held.size()], held.back());
        refused += !policy.release(held.back());
        held.pop_back();
      } else {
        held.push_back(pick(word));
      }
    }
    for (const auto backend : held) refused += !policy.release(backend);
  });
  EXPECT_EQ(refused, 0);
  for (std::size_t i = 0; i < policy.loads().backends(); ++i) EXPECT_EQ(policy.loads().of(i), 0u);
}

TEST(LoadThreads, ChoicesReturnToZero) {
  const auto pool = equal(10);
  auto choices = *build_choices(*build_maglev(pool.list, {.size = 1021}), pool.list);
  pick_and_release(choices, [&](std::uint64_t word) { return word % 3 == 0 ? choices.pick() : choices.pick(word); });
}

TEST(LoadThreads, LeastConnectionsReturnToZero) {
  const auto pool = equal(10);
  auto least = *build_least_connections(pool.list);
  pick_and_release(least, [&](std::uint64_t) { return least.pick(); });
}

// A thread that slept between comparing and counting is one above the others, and no more.
TEST(LoadThreads, LeastConnectionsStayEven) {
  const auto pool = equal(10);
  auto least = *build_least_connections(pool.list);
  in_threads([&](std::uint32_t) {
    for (int i = 0; i < 2500; ++i) least.pick();
  });
  EXPECT_EQ(least.loads().total(), kThreads * 2500);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(least.loads().of(i), kThreads * 250, kThreads);
}

// 200 may be held by 10 backends: 25 by one. The least loaded of all, where a pick is left with that, holds at most 19
// before, and at most three others have come to the same.
TEST(LoadThreads, BoundedLoadsReturnToZeroAndKeepTheCap) {
  const auto pool = equal(10);
  for (const bool few_keys : {false, true}) {
    auto bounded = *build_bounded_loads(*build_maglev(pool.list, {.size = 1021}), pool.list);
    std::atomic<std::uint32_t> above = 0;
    pick_and_release(bounded, [&](std::uint64_t word) {
      const auto backend = bounded.pick(few_keys ? core::mix(word >> 8 & 1) : word);
      above += bounded.loads().of(backend) > core::cap_of(100, kThreads * kHeld, 1000, 25);
      return backend;
    });
    EXPECT_EQ(above, 0u);
    EXPECT_EQ(bounded.total(), 0u);
  }
}

// All want one key, whose owner is full or nearly so all the time. Nothing is released, so the total and the caps only
// grow: a load that is read before the total is at most the cap by that total, always.
TEST(LoadThreads, BoundedLoadsAreExactWhereAllWantTheSame) {
  const auto pool = equal(100);
  auto bounded = *build_bounded_loads(*build_maglev(pool.list, {.size = 4093}), pool.list);
  for (std::uint32_t i = 0; i < 100; ++i) bounded.take(i, 100);
  std::atomic<std::uint32_t> above = 0;
  in_threads([&](std::uint32_t) {
    for (int i = 0; i < 1000; ++i) {
      const auto load = bounded.loads().of(bounded.pick("hot"));
      above += load > core::cap_of(100, bounded.total(), 10'000, 25);
    }
  });
  EXPECT_EQ(above, 0u);
  EXPECT_EQ(bounded.total(), 10'000 + kThreads * 1000);
  EXPECT_EQ(bounded.loads().total(), bounded.total());
}

TEST(LoadThreads, RoundRobinGivesEachItsTurns) {
  const auto pool = weighted({1, 2, 3, 10});
  auto round_robin = *build_round_robin(pool.list);
  auto counted = *build_loads(pool.list);
  in_threads([&](std::uint32_t) {
    for (int i = 0; i < 1600; ++i) counted.take(round_robin.pick());
  });
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(counted.of(i), 400 * pool.list[i].weight);
}

}  // namespace
}  // namespace guideway::balance
