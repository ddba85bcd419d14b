// The same bits in the kernel: draws, logarithms and winners of a BPF program against native code.
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "balance/rendezvous/contest.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"
#include "tests/balance/rendezvous_question.h"

namespace guideway::test {
namespace {

class RendezvousInTheKernel : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root may load programs";
    ASSERT_TRUE(object_);
    ASSERT_EQ(bpf_object__load(object_.get()), 0);
    program_ = bpf_program__fd(bpf_object__find_program_by_name(object_.get(), "pick"));
    field_ = bpf_object__find_map_fd_by_name(object_.get(), "field");
  }

  void give(const Candidates& candidates) {
    constexpr std::uint32_t first = 0;
    ASSERT_EQ(bpf_map_update_elem(field_, &first, &candidates, BPF_ANY), 0);
    std::vector<balance::Entrant> entrants;
    for (std::uint32_t i = 0; i < kCandidates; ++i) entrants.push_back({candidates.seeds[i], candidates.weights[i], i});
    native_.emplace(entrants);
  }

  Question answer(std::uint64_t hash) {
    const Question question{.hash = hash};
    Question answer{};
    bpf_test_run_opts run{.sz = sizeof run,
                          .data_in = &question,
                          .data_out = &answer,
                          .data_size_in = sizeof question,
                          .data_size_out = sizeof answer};
    EXPECT_EQ(bpf_prog_test_run_opts(program_, &run), 0);
    EXPECT_EQ(run.retval, std::uint32_t{2});  // XDP_PASS
    return answer;
  }

  void expect_same(std::uint64_t hash) {
    const auto& winner = native_->winner(hash);
    const auto here = answer(hash);
    ASSERT_EQ(here.winner, winner.index) << hash;
    ASSERT_EQ(here.draw, core::rendezvous_draw(hash, winner.seed)) << hash;
    ASSERT_EQ(here.log, core::minus_log2(hash)) << hash;
  }

 private:
  std::unique_ptr<bpf_object, void (*)(bpf_object*)> object_{bpf_object__open_file(GUIDEWAY_RENDEZVOUS_OBJECT, nullptr),
                                                             bpf_object__close};
  int program_ = -1, field_ = -1;
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
