// The tree: the choice at each branching against its definition, shares by chi-square, and what moves when weights and
// names change. Hashes are a fixed stream, so nothing here is by chance.
#include "balance/rendezvous_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "balance/xxh64.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"
#include "tests/balance/chi_square.h"

namespace guideway::balance {
namespace {

std::vector<std::string> names_of(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("backend-" + std::to_string(i));
  return names;
}

std::vector<Backend> backends_of(const std::vector<std::string>& names, std::uint32_t lightest = kDefaultWeightScale) {
  std::vector<Backend> backends;
  for (std::size_t i = 0; i < names.size(); ++i)
    backends.push_back({names[i], static_cast<std::uint32_t>(lightest + i * 37 % (101 - lightest))});
  return backends;
}

RendezvousTree build(std::span<const Backend> backends) {
  auto tree = build_rendezvous_tree(backends);
  if (!tree) throw std::runtime_error(tree.error().code);
  return *std::move(tree);
}

std::string code(std::vector<Backend> backends, RendezvousTreeOptions options = {}) {
  const auto built = build_rendezvous_tree(backends, options);
  return built ? "built" : built.error().code;
}

TEST(RendezvousTree, RefusesWhatCannotBeChosenFrom) {
  EXPECT_EQ(code({}), "balance.no-weight");
  EXPECT_EQ(code({{"a", 0}}), "balance.no-weight");
  EXPECT_EQ(code({{"a"}, {"a"}}), "balance.duplicate-name");
  EXPECT_EQ(code({{"a", 101}}), "balance.weight-above-scale");
  EXPECT_EQ(code({{"a", 1}}, {.weight_scale = 0}), "balance.bad-weight-scale");
  EXPECT_EQ(code({{"a", 1}}), "built");
}

// The leaf as skeleton.h defines it, digit by digit, over all that share the path so far.
std::uint64_t leaf_by_definition(std::vector<std::uint64_t> seeds, std::uint64_t hash) {
  for (std::uint32_t depth = 0; depth < 10 && seeds.size() > 1; ++depth) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> branches;
    for (const auto seed : seeds) branches[seed >> (58 - 6 * depth) << (58 - 6 * depth)].push_back(seed);
    std::optional<core::Draw> best;
    std::uint64_t chosen = 0;
    for (const auto& [path, leaves] : branches) {
      const core::Draw draw{core::rendezvous_draw(hash, core::mix_nth(path, depth)),
                            static_cast<std::uint32_t>(leaves.size())};
      if (!best || core::beats(draw, *best)) best = draw, chosen = path;
    }
    seeds = branches[chosen];
  }
  return *std::ranges::max_element(seeds, {}, [&](auto seed) { return core::rendezvous_draw(hash, seed); });
}

TEST(Skeleton, ChoosesDigitByDigit) {
  std::mt19937_64 random(1);
  for (const std::size_t count : {1U, 2U, 3U, 50U, 700U})
    for (const int crowded : {0, 20, 58, 62}) {  // so many first bits are the same
      std::vector<Entrant> members;
      std::vector<std::uint64_t> seeds;
      for (std::size_t i = 0; i < count && (crowded < 60 || i < 3); ++i) {
        seeds.push_back(random() >> crowded);
        members.push_back({seeds.back(), 1, 0});
      }
      const Skeleton skeleton(members);
      for (std::uint64_t i = 0; i < 50; ++i) {
        const auto hash = core::mix_nth(2, i);
        ASSERT_EQ(seeds[skeleton.leaf(hash)], leaf_by_definition(seeds, hash)) << count << ' ' << crowded;
      }
    }
}

TEST(RendezvousTree, DoesNotDependOnTheOrderOfBackends) {
  const auto names = names_of(200);
  auto backends = backends_of(names, 0);
  const auto tree = build(backends);
  std::vector<std::string_view> picks;
  for (std::uint64_t i = 0; i < 2000; ++i) picks.push_back(backends[tree.pick(core::mix_nth(3, i))].name);
  std::ranges::shuffle(backends, std::mt19937(1));
  const auto other = build(backends);
  for (std::uint64_t i = 0; i < 2000; ++i) ASSERT_EQ(backends[other.pick(core::mix_nth(3, i))].name, picks[i]);
}

TEST(RendezvousTree, SharesByWeight) {
  for (const std::uint32_t lightest : {100U, 1U}) {
    const auto names = names_of(300);
    const auto backends = backends_of(names, lightest);
    expect_shares(backends, [tree = build(backends)](std::uint64_t hash) { return tree.pick(hash); });
  }
}

TEST(RendezvousTree, SharesByWeightThoughNearlyAllTriesFail) {
  std::vector<Backend> backends = {{"a", 3}, {"b", 1}, {"c", 2}};
  const auto names = names_of(20);
  for (const auto& name : names) backends.push_back({name, 0});
  expect_shares(backends, [tree = build(backends)](std::uint64_t hash) { return tree.pick(hash); });
}

TEST(RendezvousTree, MovesNothingNeedlesslyWhenWeightsChange) {
  const auto names = names_of(60);
  std::mt19937 random(4);
  auto backends = backends_of(names);
  auto before = build(backends);
  for (int step = 0; step < 12; ++step) {
    auto changed = backends;
    for (int changes = 0; changes < 4; ++changes) changed[random() % changed.size()].weight = random() % 3 * 50;
    auto after = build(changed);
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const auto from = before.pick(core::mix_nth(5, i)), to = after.pick(core::mix_nth(5, i));
      ASSERT_TRUE(from == to || changed[from].weight < backends[from].weight ||
                  changed[to].weight > backends[to].weight);
    }
    backends = std::move(changed);
    before = std::move(after);
  }
}

// Percent of all hashes that move between backends that stay, and of those that the lost one had.
struct Moved {
  double needless, own;
};

Moved moved_without_the_first(std::size_t count, std::size_t lost) {
  constexpr std::uint64_t kHashes = 40'000;
  const auto names = names_of(count);
  const auto backends = backends_of(names);
  const auto before = build(backends), after = build(std::span(backends).subspan(lost));
  std::uint64_t needless = 0, own = 0;
  for (std::uint64_t i = 0; i < kHashes; ++i) {
    const auto hash = core::mix_nth(6, i);
    const auto from = before.pick(hash);
    if (from < lost) ++own;
    needless += from >= lost && from != after.pick(hash) + lost;
  }
  return {100.0 * static_cast<double>(needless) / kHashes, 100.0 * static_cast<double>(own) / kHashes};
}

TEST(RendezvousTree, MovesAboutItsOwnShareForEachLevelWhenANameGoes) {
  for (const auto& [count, lost, bound] : std::initializer_list<std::tuple<std::size_t, std::size_t, double>>{
           {50, 5, 0.5}, {1000, 20, 1.5}, {4000, 80, 2}}) {
    const auto [needless, own] = moved_without_the_first(count, lost);
    EXPECT_LT(needless, bound * own) << count;
    EXPECT_NEAR(own, 100.0 * static_cast<double>(lost) / static_cast<double>(count), 1);
    RecordProperty("needless_to_own_of_" + std::to_string(count), std::to_string(needless / own));
  }
}

}  // namespace
}  // namespace guideway::balance
