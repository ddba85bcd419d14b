// The packet's way in the kernel: core/forward compiled for BPF, attached with XDP.
#include "core/bpf/global.h"
#include "core/forward/forward.h"
#include "dataplane/xdp/maps.bpf.h"

// Set before loading by the replay driver alone: time then comes from the capture, through Root::now. The
// verifier drops the branch not taken.
extern "C" {
const volatile bool clock_from_root = false;
}

static GUIDEWAY_INLINE uint64_t clock_ns() {
  if (!clock_from_root) return core::bpf::ktime_get_coarse_ns();
  const core::Root* const r = look_up<core::Root>(root, 0);
  return r ? core::load_shared(&r->now) : 0;
}

extern "C" SEC("xdp") int guideway_xdp(xdp_md* context) {
  core::bpf::XdpFrame frame(context);
  const Maps maps{core::bpf::get_smp_processor_id()};
  const core::Reason reason = core::forward(frame, maps, core::tick_of(clock_ns()));
  maps.count_reason(reason);
  switch (core::action_of(reason)) {
    case core::Action::pass: return XDP_PASS;
    case core::Action::tx: return XDP_TX;
    case core::Action::drop: return XDP_DROP;
  }
  return XDP_DROP;
}

extern "C" {
char license_text[] SEC("license") = "Dual MIT/GPL";
}
