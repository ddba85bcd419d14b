// Rendezvous in the kernel, to hold against native code: the packet is a question, and takes the answer home.
#include "core/select/rendezvous.h"

#include <linux/bpf.h>

#include "core/bpf/helpers.h"
#include "tests/balance/rendezvous_question.h"

namespace core = guideway::core;
namespace test = guideway::test;

struct Field {
  __uint(type, BPF_MAP_TYPE_ARRAY);
  __uint(max_entries, 1);
  __type(key, uint32_t);
  __type(value, test::Candidates);
} field SEC(".maps");

extern "C" SEC("xdp") int pick(xdp_md* context) {
  auto* const question = reinterpret_cast<test::Question*>(static_cast<unsigned long>(context->data));
  if (question + 1 > reinterpret_cast<test::Question*>(static_cast<unsigned long>(context->data_end))) return XDP_DROP;
  const uint32_t first = 0;
  const auto* const candidates = static_cast<test::Candidates*>(core::bpf::map_lookup(&field, &first));
  if (!candidates) return XDP_DROP;

  const uint64_t hash = question->hash;
  core::Draw best{core::rendezvous_draw(hash, candidates->seeds[0]), candidates->weights[0]};
  uint32_t winner = 0;
  for (uint32_t i = 1; i < test::kCandidates; ++i) {
    const core::Draw draw{core::rendezvous_draw(hash, candidates->seeds[i]), candidates->weights[i]};
    if (!core::beats(draw, best)) continue;
    best = draw;
    winner = i;
  }
  question->draw = best.u;
  question->winner = winner;
  question->log = core::minus_log2(hash);
  return XDP_PASS;
}

extern "C" {
char license_text[] SEC("license") = "Dual MIT/GPL";
}
