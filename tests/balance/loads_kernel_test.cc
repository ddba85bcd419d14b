// The same bits in the kernel: candidates, the lightest of them and bounded loads of a BPF program against native code.
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <random>

#include "core/hash/mix.h"
#include "core/select/bounded_loads.h"
#include "core/select/choices.h"
#include "core/select/slot.h"
#include "tests/balance/loads_question.h"

namespace guideway::test {
namespace {

class LoadsInTheKernel : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root may load programs";
    ASSERT_TRUE(object_);
    ASSERT_EQ(bpf_object__load(object_.get()), 0);
    program_ = bpf_program__fd(bpf_object__find_program_by_name(object_.get(), "pick"));
    map_ = bpf_object__find_map_fd_by_name(object_.get(), "pool_map");
  }

  void give(const Pool& pool) {
    constexpr std::uint32_t first = 0;
    ASSERT_EQ(bpf_map_update_elem(map_, &first, &pool, BPF_ANY), 0);
  }

  Question answer(const Question& question) {
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

 private:
  std::unique_ptr<bpf_object, void (*)(bpf_object*)> object_{bpf_object__open_file(GUIDEWAY_LOADS_OBJECT, nullptr),
                                                             bpf_object__close};
  int program_ = -1, map_ = -1;
};

std::uint32_t bounded(const Pool& pool, std::uint64_t hash) {
  const std::uint32_t start = core::slot_of(hash, kSlots);
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    const auto backend = pool.slots[(start + step) % kSlots];
    if (core::below_cap(pool.loads[backend], pool.total, pool.weights, pool.epsilon)) return backend;
  }
  return kBackends;
}

void expect_same(const Question& here, const Pool& pool) {
  const auto found = core::candidates_of(here.hash, here.choices,
                                         [&](std::uint64_t word) { return pool.slots[core::slot_of(word, kSlots)]; });
  ASSERT_EQ(here.count, found.count);
  ASSERT_TRUE(std::ranges::equal(here.candidates, found.backend));
  ASSERT_EQ(here.lightest, core::lightest_of(found, [&](std::uint32_t backend) { return pool.loads[backend]; }));
  ASSERT_EQ(here.bounded, bounded(pool, here.hash));
}

// Few owners and many, loads about the caps, and the largest numbers of the bounds.
TEST_F(LoadsInTheKernel, ChooseAsNativeCodeDoes) {
  std::mt19937 random(1);
  for (const std::uint32_t owners : {1U, 2U, 3U, kBackends})
    for (const std::uint32_t most : {3U, 100U, (1U << 31) - 1}) {
      Pool pool{};
      for (auto& slot : pool.slots) slot = random() % owners;
      pool.epsilon = 25;
      pool.total = 1;
      for (auto& [load, weight] : pool.loads) {
        load = random() % most;
        weight = 1 + random() % 1000;
        pool.total = std::min<std::uint64_t>(pool.total + load, UINT32_MAX);
        pool.weights += weight;
      }
      give(pool);
      for (std::uint32_t i = 0; i < 300; ++i) {
        const auto here = answer({.hash = core::mix_nth(most, i), .choices = 2 + i % 2});
        ASSERT_NO_FATAL_FAILURE(expect_same(here, pool));
      }
    }
}

}  // namespace
}  // namespace guideway::test
