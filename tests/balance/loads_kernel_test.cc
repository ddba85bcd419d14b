// The same bits in the kernel: candidates, the lightest of them and bounded loads of a BPF program against native code.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "core/hash/mix.h"
#include "core/select/bounded_loads.h"
#include "core/select/choices.h"
#include "core/select/slot.h"
#include "tests/balance/loaded_program.h"
#include "tests/balance/loads_question.h"

namespace guideway::test {
namespace {

class LoadsInTheKernel : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root may load programs";
    ASSERT_TRUE(program_.load());
  }

  void give(const Pool& pool) { program_.set("pool_map", pool); }
  Question answer(const Question& question) { return program_.answer(question); }

 private:
  LoadedProgram program_{GUIDEWAY_LOADS_OBJECT};
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
