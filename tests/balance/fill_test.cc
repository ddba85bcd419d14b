// The fast fill against the loop that it stands for, where names would never take it: permutations that
// collide at every step, the ends of the ranges, the largest table.
#include "balance/maglev/fill.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "balance/limits.h"
#include "balance/maglev/board.h"

namespace guideway::balance {
namespace {

// By pointers, as this runs without optimisation and with sanitizers.
std::vector<std::uint32_t> fill_one_by_one(std::uint32_t size, const std::vector<Contender>& contenders,
                                           std::uint32_t scale) {
  struct State {
    std::uint32_t next, skip, weight, owner;
    std::uint64_t t;
  };
  std::vector<State> states;
  for (const auto& [offset, skip, weight, owner] : contenders) states.push_back({offset, skip, weight, owner, 0});
  std::vector<std::uint32_t> slots(size);
  std::vector<char> filled(size);
  char* const taken = filled.data();
  std::uint32_t left = size;
  for (std::uint64_t r = 1;; ++r)
    for (State *state = states.data(), *const end = state + states.size(); state != end; ++state) {
      if (r * state->weight < state->t) continue;
      state->t += scale;
      std::uint32_t slot = state->next;
      while (taken[slot]) slot = static_cast<std::uint32_t>((std::uint64_t{slot} + state->skip) % size);
      taken[slot] = 1;
      state->next = slot;
      slots[slot] = state->owner;
      if (--left == 0) return slots;
    }
}

void expect_same(std::uint32_t size, const std::vector<Contender>& contenders, std::uint32_t scale) {
  SCOPED_TRACE(testing::Message() << size << " slots, " << contenders.size() << " contenders, scale " << scale);
  const auto expected = fill_one_by_one(size, contenders, scale);
  EXPECT_TRUE(fill<std::uint32_t>(size, contenders, scale) == expected);
  EXPECT_TRUE(fill<std::uint32_t>(size, contenders, scale, Simd::none) == expected);
}

std::vector<Contender> random_contenders(std::mt19937& random, std::uint32_t size, std::size_t count,
                                         std::uint32_t scale, bool weighted) {
  std::vector<Contender> contenders;
  for (std::size_t i = 0; i < count; ++i)
    contenders.push_back({static_cast<std::uint32_t>(random() % size),
                          static_cast<std::uint32_t>(1 + random() % (size - 1)),
                          static_cast<std::uint32_t>(weighted ? 1 + random() % scale : scale),
                          static_cast<std::uint32_t>(count - 1 - i)});
  return contenders;
}

TEST(Walk, VisitsEverySlotOnceForEveryPrimeAndSkipTried) {
  std::mt19937 random(3);
  for (const std::uint32_t size : {2U, 3U, 5U, 61U, 4093U, 65537U, 655373U, kMaxTableSize})
    for (const std::uint32_t skip : {1U, size / 2, static_cast<std::uint32_t>(1 + random() % (size - 1)), size - 1}) {
      Walk walk{static_cast<std::uint32_t>(random() % size), skip};
      SlotSet seen(size);
      for (std::uint32_t step = 0; step < size; ++step) {
        walk.step(size);
        ASSERT_LT(walk.at, size);
        ASSERT_FALSE(seen.has(walk.at)) << size << " slots, skip " << skip;
        seen.take(walk.at);
      }
    }
}

TEST(Fill, IsTheLoopForRandomPermutations) {
  std::mt19937 random(4);
  for (const std::uint32_t size : {2U, 3U, 5U, 61U, 127U, 1021U, 4093U})
    for (int run = 0; run < 60; ++run) {
      const std::uint32_t scale = 1 + random() % 200;
      const std::size_t count = 1 + random() % std::min(size, 500U);
      expect_same(size, random_contenders(random, size, count, scale, run % 2 == 0), scale);
    }
}

TEST(Fill, IsTheLoopForACrowdAndForFew) {
  std::mt19937 random(5);
  for (const std::size_t count : {1U, 2U, 63U, 64U, 65U, 1000U, 65535U})
    for (const bool weighted : {false, true})
      expect_same(65537, random_contenders(random, 65537, count, 100, weighted), 100);
}

TEST(Fill, IsTheLoopWhenAllWantTheSame) {
  for (const std::uint32_t size : {2U, 127U, 4093U})
    for (const std::uint32_t count : {1U, 2U, 50U, 100U})
      for (const std::uint32_t skip : {1U, size / 2, size - 1}) {
        std::vector<Contender> contenders(std::min(count, size), {size - 1, skip, 1, 0});
        for (std::size_t i = 0; i < contenders.size(); ++i) contenders[i].owner = static_cast<std::uint32_t>(i);
        expect_same(size, contenders, 1);
      }
}

TEST(Fill, IsTheLoopForTheLargestTable) {
  constexpr std::uint32_t last = kMaxTableSize - 1;
  expect_same(kMaxTableSize, {{last, last, 1000, 1}, {0, last, 1000, 2}, {last, 1, 1000, 3}, {7, last / 2, 1000, 4}},
              1000);
}

TEST(Fill, IsTheLoopForMoreContendersThan16BitsTell) {
  std::mt19937 random(6);
  const auto contenders = random_contenders(random, kMaxTableSize, 70'000, 1000, true);
  EXPECT_TRUE(fill<std::uint32_t>(kMaxTableSize, contenders, 1000) == fill_one_by_one(kMaxTableSize, contenders, 1000));
}

}  // namespace
}  // namespace guideway::balance
