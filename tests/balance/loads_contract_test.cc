// Choices and bounded loads against their contracts: known answers, and random pools asked of the Python model.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <fstream>

#include "balance/bounded_loads.h"
#include "balance/choices.h"
#include "balance/maglev.h"
#include "core/hash/mix.h"
#include "tests/balance/oracle.h"

namespace guideway::balance {
namespace {

using nlohmann::json;
using Names = std::vector<std::string>;

std::uint64_t from_hex(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

// Who is picked in turn, when the pool's operations are done with a policy.
template <class Policy>
Names run(Policy policy, const json& operations, const std::vector<Backend>& backends) {
  std::deque<std::uint32_t> held;
  Names picks;
  for (const auto& operation : operations) {
    if (operation.is_null()) {
      EXPECT_TRUE(policy.release(held.front()));
      held.pop_front();
    } else {
      held.push_back(policy.pick(from_hex(operation.get<std::string>())));
      picks.emplace_back(backends[held.back()].name);
    }
  }
  return picks;
}

// Maglev's, unless the pool says who owns each slot.
Table table_of(const json& pool, const std::vector<Backend>& backends) {
  if (!pool.contains("owners")) return *build_maglev(backends, {pool["size"], pool["scale"]});
  std::vector<std::uint16_t> slots;
  for (const auto& owner : pool["owners"])
    slots.push_back(static_cast<std::uint16_t>(std::ranges::find(backends, owner.get<std::string>(), &Backend::name) -
                                               backends.begin()));
  return Table(std::move(slots), backends);
}

void expect(const json& pool, const json& answer, const std::vector<Backend>& backends) {
  const auto table = table_of(pool, backends);
  const auto ring = build_ring(backends, {.weight_scale = pool["scale"]});
  ASSERT_TRUE(ring);
  const auto choices = [&] { return *build_choices(table, backends, {.choices = pool["d"]}); };
  const auto bounded = [&](const auto& owners) { return *build_bounded_loads(owners, backends, {pool["epsilon"]}); };

  for (const auto& [hash, names] : answer["candidates"].items()) {
    const auto found = choices().candidates(from_hex(hash));
    Names candidates;
    for (std::uint32_t i = 0; i < found.count; ++i) candidates.emplace_back(backends[found.backend[i]].name);
    EXPECT_EQ(candidates, names.get<Names>()) << hash;
  }
  const auto& operations = pool["operations"];
  EXPECT_EQ(run(choices(), operations, backends), answer["choices"].get<Names>());
  EXPECT_EQ(run(bounded(table), operations, backends), answer["bounded_table"].get<Names>());
  EXPECT_EQ(run(bounded(*ring), operations, backends), answer["bounded_ring"].get<Names>());
}

void expect_in_any_order(const json& pool, const json& answer) {
  auto backends = backends_of(pool["weights"]);
  expect(pool, answer, backends);
  std::ranges::reverse(backends);
  expect(pool, answer, backends);
}

TEST(LoadsContract, KeepsItsKnownAnswers) {
  const auto pools = json::parse(std::ifstream("tests/vectors/loads-v1.json"))["pools"];
  ASSERT_FALSE(pools.empty());
  for (const auto& pool : pools) {
    SCOPED_TRACE(pool["weights"]);
    expect_in_any_order(pool, pool);
  }
}

TEST(LoadsContract, AgreesWithTheModelOnRandomPools) {
  std::mt19937 random(6);
  json pools = json::array();
  for (const auto& [size, count] : std::vector<std::pair<std::uint32_t, int>>{{2, 6}, {7, 20}, {127, 10}})
    for (auto& pool : random_pools(random, size, count)) {
      pool["d"] = 1 + random() % kMostChoices;
      pool["epsilon"] = std::vector{1, 25, 1000}[random() % 3];
      pool["operations"] = json::array();
      const auto keys = std::vector{1U, 5U, 1000U}[random() % 3];
      for (std::size_t held = 0, i = 0; i < 60; ++i) {
        const bool pick = held == 0 || random() % 3 > 0;
        pick ? ++held : --held;
        pool["operations"].push_back(pick ? json(digest_text(core::mix(random() % keys))) : json());
      }
      pools.push_back(std::move(pool));
    }
  const auto answers = ask_model("loads", pools);
  ASSERT_EQ(answers.size(), pools.size());
  for (std::size_t i = 0; i < pools.size(); ++i) {
    SCOPED_TRACE(pools[i]);
    expect_in_any_order(pools[i], answers[i]);
  }
}

}  // namespace
}  // namespace guideway::balance
