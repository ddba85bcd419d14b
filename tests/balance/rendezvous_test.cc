// The library's way to the winner against the one that it stands for: one comparison a backend, in order.
#include "balance/rendezvous.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "balance/rendezvous/least_log.h"
#include "balance/xxh64.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"
#include "tests/balance/chi_square.h"

namespace guideway::balance {
namespace {

std::string code(std::vector<Backend> backends) {
  const auto built = build_rendezvous(backends);
  return built ? "built" : built.error().code;
}

TEST(Rendezvous, RefusesWhatCannotBeChosenFrom) {
  EXPECT_EQ(code({}), "balance.no-weight");
  EXPECT_EQ(code({{"a", 0}}), "balance.no-weight");
  EXPECT_EQ(code({{"a"}, {"b"}, {"a"}}), "balance.duplicate-name");
  EXPECT_EQ(code({{"a", 0}, {"b", 4'294'967'295}}), "built");
}

std::uint32_t winner_one_by_one(std::span<const Entrant> entrants, std::uint64_t hash) {
  std::optional<std::pair<core::Draw, std::uint32_t>> best;
  for (const auto& [seed, weight, index] : entrants) {
    const core::Draw draw{core::rendezvous_draw(hash, seed), weight};
    if (!best || core::beats(draw, best->first)) best = {draw, index};
  }
  return best->second;
}

void expect_same(std::span<const Entrant> entrants, int hashes) {
  const Contest contest(entrants);
  for (int i = 0; i < hashes; ++i) {
    const auto hash = core::mix_nth(7, static_cast<std::uint64_t>(i));
    ASSERT_EQ(contest.winner(hash).index, winner_one_by_one(entrants, hash))
        << entrants.size() << " entrants, hash " << hash;
  }
}

std::vector<Entrant> random_entrants(std::mt19937_64& random, std::size_t count, std::uint32_t weights,
                                     std::uint32_t heaviest) {
  std::vector<std::uint32_t> choice(weights);
  for (auto& weight : choice) weight = static_cast<std::uint32_t>(1 + random() % heaviest);
  std::vector<Entrant> entrants;
  for (std::size_t i = 0; i < count; ++i)
    entrants.push_back({random(), choice[random() % weights], static_cast<std::uint32_t>(count - i)});
  return entrants;
}

TEST(Contest, IsTheLoopForAnyNumberOfEntrantsAndWeights) {
  std::mt19937_64 random(1);
  for (const std::size_t count : {1U, 2U, 3U, 7U, 8U, 9U, 15U, 16U, 17U, 40U, 65U, 300U, 1000U})
    for (const std::uint32_t weights : {1U, 2U, 5U, 30U, 1000U})
      for (const std::uint32_t heaviest : {1U, 100U, 4'294'967'295U})
        expect_same(random_entrants(random, count, weights, heaviest), 40);
}

TEST(Contest, IsTheLoopWhereSeedsAreTheSame) {
  std::mt19937_64 random(2);
  for (int run = 0; run < 200; ++run) {
    auto entrants = random_entrants(random, 1 + random() % 40, 3, 4);
    for (auto& entrant : entrants) entrant.seed %= 3;
    expect_same(entrants, 20);
  }
}

// Draws at the ends of their range, where logarithms are largest and products come near 2^64.
TEST(Contest, IsTheLoopForExtremeDraws) {
  const auto hash_that_draws = [](std::uint64_t draw, std::uint64_t seed) {
    const auto unshift = [](std::uint64_t x, int by) {
      for (auto shifted = x >> by; shifted != 0; shifted >>= by) x ^= shifted;
      return x;
    };
    draw = unshift(draw, 31) * 0x319642b2d24d8ec3;
    draw = unshift(draw, 27) * 0x96de1b173f119089;
    return unshift(draw, 30) ^ seed;
  };
  for (const std::uint64_t draw : {0ULL, 1ULL, 2ULL, 3ULL, 255ULL, ~0ULL, ~0ULL - 1, 1ULL << 63, (1ULL << 63) - 1})
    for (const std::uint32_t weight : {1U, 2U, 4'294'967'294U, 4'294'967'295U}) {
      const auto hash = hash_that_draws(draw, 5);
      ASSERT_EQ(core::rendezvous_draw(hash, 5), draw);
      const std::vector<Entrant> entrants = {{6, 4'294'967'295U, 0}, {5, weight, 1}, {7, 1, 2}, {8, weight, 3}};
      const Contest contest(entrants);
      EXPECT_EQ(contest.winner(hash).index, winner_one_by_one(entrants, hash)) << draw << ' ' << weight;
    }
}

TEST(LeastLog, IsBelowTheLogarithmByLittle) {
  const auto expect_bound = [](std::uint64_t u) {
    double least;
    least_log(u, static_cast<std::uint64_t>(__builtin_clzll(u | 1)), least);
    const double log = core::minus_log2(u) * 0x1p-26;
    ASSERT_LT(least, log) << u;
    ASSERT_GE(least + 5 * 0x1p-26, log * 0.997) << u;
    ASSERT_GE(least, 0) << u;
  };
  for (int zeros = 0; zeros < 64; ++zeros)
    for (std::uint64_t part = 0; part < 1024; ++part)
      for (const std::uint64_t near : {~1ULL, ~0ULL, 0ULL, 1ULL, 2ULL})
        expect_bound(((std::uint64_t{1} << 63 | part << 53) + near) >> zeros);
  for (int near_one = 0; near_one < 64; ++near_one) expect_bound(~(~std::uint64_t{0} >> near_one));
  for (std::uint64_t i = 0; i < 100'000; ++i) expect_bound(core::mix_nth(4, i));
}

// Weights chosen so that draws come as near to each other as they can: the favourite is then often not the winner.
TEST(Contest, IsTheLoopWhereOthersComeNear) {
  std::mt19937_64 random(3);
  for (int run = 0; run < 300; ++run) {
    const auto hash = random();
    std::vector<Entrant> entrants;
    for (std::uint32_t i = 0; i < 30; ++i) {
      const auto seed = random();
      const double log = core::minus_log2(core::rendezvous_draw(hash, seed));
      entrants.push_back({seed, static_cast<std::uint32_t>(log * (1 + 1e-9 * (random() % 8)) / 32) + 1, i});
    }
    const Contest contest(entrants);
    ASSERT_EQ(contest.winner(hash).index, winner_one_by_one(entrants, hash)) << run;
  }
}

TEST(Rendezvous, TellsTheIndexInTheCallersList) {
  const std::vector<Backend> backends = {{"c", 3}, {"none", 0}, {"a", 3}, {"b", 1}};
  const std::vector<Entrant> in_order = {{xxh64("a", 2), 3, 2}, {xxh64("b", 2), 1, 3}, {xxh64("c", 2), 3, 0}};
  const auto rendezvous = build_rendezvous(backends);
  ASSERT_TRUE(rendezvous);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const auto hash = core::mix_nth(1, i);
    ASSERT_EQ(rendezvous->pick(hash), winner_one_by_one(in_order, hash));
  }
  EXPECT_EQ(rendezvous->pick("some key"), rendezvous->pick(hash_of("some key")));
}

TEST(Rendezvous, SharesByWeight) {
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) names.push_back("backend-" + std::to_string(i));
  const auto expect = [&](auto&& weight_of, std::size_t count) {
    std::vector<Backend> backends;
    for (std::size_t i = 0; i < count; ++i) backends.push_back({names[i], weight_of(static_cast<std::uint32_t>(i))});
    expect_shares(backends, [built = build_rendezvous(backends)](std::uint64_t hash) { return built->pick(hash); });
  };
  expect([](auto) { return 1U; }, 200);
  expect([](auto) { return 4'294'967'295U; }, 200);
  expect([](auto i) { return 10 + i * 271 % 991; }, 200);  // 10 to 1000
  expect([](auto i) { return i == 0 ? 1U : 1000U; }, 16);  // one light among heavy ones,
  expect([](auto i) { return i == 0 ? 1000U : 1U; }, 16);  // one heavy among light ones
  expect([](auto i) { return 1U << i; }, 14);
  expect([](auto i) { return 4'294'967'295U >> i; }, 14);
  expect([](auto i) { return i % 3 * 7; }, 50);
}

// One in a thousand, where the light one's draw must be within a thousandth of the top: 300 of these hashes, and five
// deviations of such a count are 29 %.
TEST(Rendezvous, GivesASmallShareItsOwn) {
  const std::vector<Backend> backends = {{"light", 1}, {"heavy", 999}};
  const auto built = build_rendezvous(backends);
  constexpr std::uint64_t kHashes = 300'000;
  int light = 0;
  for (std::uint64_t i = 0; i < kHashes; ++i) light += built->pick(core::mix_nth(12, i)) == 0;
  EXPECT_NEAR(light, 300, 87);
}

}  // namespace
}  // namespace guideway::balance
