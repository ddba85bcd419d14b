// The same bits in the kernel: draws, logarithms and winners of a BPF program against native code.
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <random>
#include <vector>

#include "balance/rendezvous/contest.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"
#include "tests/balance/loaded_program.h"
#include "tests/balance/rendezvous_question.h"

namespace guideway::test {
namespace {

class RendezvousInTheKernel : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root may load programs";
    ASSERT_TRUE(program_.load());
  }

  void give(const Candidates& candidates) {
    program_.set("field", candidates);
    std::vector<balance::Entrant> entrants;
    for (std::uint32_t i = 0; i < kCandidates; ++i) entrants.push_back({candidates.seeds[i], candidates.weights[i], i});
    native_.emplace(entrants);
  }

  Question answer(std::uint64_t hash) { return program_.answer(Question{.hash = hash}); }

  void expect_same(std::uint64_t hash) {
    const auto& winner = native_->winner(hash);
    const auto here = answer(hash);
    ASSERT_EQ(here.winner, winner.index) << hash;
    ASSERT_EQ(here.draw, core::rendezvous_draw(hash, winner.seed)) << hash;
    ASSERT_EQ(here.log, core::minus_log2(hash)) << hash;
  }

 private:
  LoadedProgram program_{GUIDEWAY_RENDEZVOUS_OBJECT};
  std::optional<balance::Contest> native_;
};

TEST_F(RendezvousInTheKernel, WinsAndComputesAsNativeCodeDoes) {
  std::mt19937_64 random(1);
  for (const std::uint32_t heaviest : {1U, 3U, 1000U, 4'294'967'295U}) {
    Candidates candidates{};
    for (auto& seed : candidates.seeds) seed = random();
    for (auto& weight : candidates.weights) weight = static_cast<std::uint32_t>(1 + random() % heaviest);
    give(candidates);
    for (std::uint64_t i = 0; i < 1500; ++i) expect_same(core::mix_nth(heaviest, i));
    for (int zeros = 0; zeros < 64; ++zeros)  // every place of the leading one, and the ends of the table
      for (const std::uint64_t bits : {0ULL, 1ULL << 63, (1ULL << 63) - 1, ~0ULL, 0xff8ULL << 52, 0x801ULL << 52})
        expect_same(bits >> zeros);
  }
}

TEST_F(RendezvousInTheKernel, TakesTheFirstOfEqualDraws) {
  Candidates candidates{};
  for (std::uint32_t i = 0; i < kCandidates; ++i) {
    candidates.seeds[i] = i / 5;
    candidates.weights[i] = 1 + i % 2;
  }
  give(candidates);
  for (std::uint64_t i = 0; i < 500; ++i) expect_same(core::mix_nth(3, i));
}

}  // namespace
}  // namespace guideway::test
