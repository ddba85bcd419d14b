// Choices and bounded loads in the kernel, to hold against native code: the packet is a question, and takes the answer
// home.
#include <linux/bpf.h>

#include "core/bpf/helpers.h"
#include "core/select/bounded_loads.h"
#include "core/select/choices.h"
#include "core/select/slot.h"
#include "tests/balance/loads_question.h"

namespace core = guideway::core;
namespace test = guideway::test;

struct PoolMap {
  __uint(type, BPF_MAP_TYPE_ARRAY);
  __uint(max_entries, 1);
  __type(key, uint32_t);
  __type(value, test::Pool);
} pool_map SEC(".maps");

extern "C" SEC("xdp") int pick(xdp_md* context) {
  auto* const question = reinterpret_cast<test::Question*>(static_cast<unsigned long>(context->data));
  if (question + 1 > reinterpret_cast<test::Question*>(static_cast<unsigned long>(context->data_end))) return XDP_DROP;
  const uint32_t first = 0;
  const auto* const pool = static_cast<test::Pool*>(core::bpf::map_lookup(&pool_map, &first));
  if (!pool) return XDP_DROP;

  const auto owner_of = [pool](uint32_t slot)
                            GUIDEWAY_INLINE_LAMBDA { return slot < test::kSlots ? pool->slots[slot] : 0; };
  const auto load_of = [pool](uint32_t backend)
                           GUIDEWAY_INLINE_LAMBDA { return pool->loads[backend % test::kBackends]; };

  // How many is a constant for each: the verifier follows the loop for 2, 3 or 4, and gives up on "up to 8".
  const auto owner_of_word = [&](uint64_t word)
                                 GUIDEWAY_INLINE_LAMBDA { return owner_of(core::slot_of(word, test::kSlots)); };
  core::Candidates found;
  if (question->choices == 2)
    found = core::candidates_of(question->hash, 2, owner_of_word);
  else
    found = core::candidates_of(question->hash, 3, owner_of_word);
  question->count = found.count;
  for (uint32_t i = 0; i < core::kMostChoices; ++i) question->candidates[i] = found.backend[i];
  question->lightest = core::lightest_of(found, load_of);

  question->bounded = test::kBackends;
  uint32_t slot = core::slot_of(question->hash, test::kSlots);
  for (uint32_t i = 0; i < test::kSteps; ++i) {
    const uint32_t backend = owner_of(slot);
    if (core::below_cap(load_of(backend), pool->total, pool->weights, pool->epsilon)) {
      question->bounded = backend;
      break;
    }
    if (++slot >= test::kSlots) slot = 0;
  }
  return XDP_PASS;
}

extern "C" {
char license_text[] SEC("license") = "Dual MIT/GPL";
}
