// Times another XDP program by BPF_PROG_TEST_RUN.
//
// The problem: its `repeat` gives every round the frame that the last one left, so a program that pushes
// headers runs out of headroom after a few rounds, and all packets are of one flow. The choice: this
// wrapper makes the frame the next flow's, calls the program, and takes off what was pushed. It calls by
// a tail call out of a subprogram, from which control comes back here, so that the program is the very one that
// is attached in production. Rejected: freplace, for which the program would have to be loaded as
// another type; compiling the program into the wrapper, where the compiler sees through the border.
//
// What the wrapper itself costs is the same for every program, and is measured with one that does nothing.
#include "bench/xdp_traffic.h"
#include "core/bpf/frame.h"
#include "core/wire/ethernet.h"
#include "core/wire/ipv4.h"

namespace bench = guideway::bench;
namespace core = guideway::core;

extern "C" {
bench::Traffic traffic;

struct ProgramMap {
  __uint(type, BPF_MAP_TYPE_PROG_ARRAY);
  __uint(max_entries, 1);
  __type(key, uint32_t);
  __type(value, uint32_t);
} program SEC(".maps");
}

// A value that the compiler knows nothing about, where it would conclude too much.
template <class Value>
static GUIDEWAY_INLINE Value opaque(Value value) {
  asm volatile("" : "+r"(value));
  return value;
}

// Comes back with the program's verdict: the tail call ends this function only.
static __attribute__((noinline)) int run_program(xdp_md* context) {
  const int failed = opaque<int>(XDP_ABORTED);  // not the only result, as it seems
  core::bpf::tail_call(context, &program, 0);
  return failed;
}

// Random: Knuth's 64-bit linear congruential generator, its upper half scaled to the range.
static GUIDEWAY_INLINE uint32_t next_flow() {
  if (traffic.order == bench::Order::sequential) return static_cast<uint32_t>(traffic.state++);
  traffic.state = traffic.state * 6364136223846793005 + 1442695040888963407;
  return static_cast<uint32_t>((traffic.state >> 32) * traffic.flows >> 32);
}

extern "C" SEC("xdp") int xdp_wrapper(xdp_md* context) {
  constexpr uint32_t ip = core::ethernet::size, tcp = ip + core::ipv4::min_size;
  core::bpf::XdpFrame frame(context);
  uint8_t* const before = frame.at<tcp + 4>(0);
  if (!before) return XDP_ABORTED;
  // In words of the size that a parser reads them in: a narrower store would stall its load.
  const uint32_t flow = next_flow();
  core::store_be32(before + ip + 12, bench::client_of(flow));
  core::store_be32(before + tcp, static_cast<uint32_t>(bench::port_of(flow)) << 16 | bench::service_port);
  const uint32_t length = opaque(frame.length());  // opaque: the kernel knows no sums of packet pointers

  const int verdict = run_program(context);

  const int pushed = static_cast<int>(opaque(frame.length()) - length);
  if (verdict != XDP_TX || core::bpf::xdp_adjust_head(context, pushed) != 0) ++traffic.failures;
  if (uint8_t* const after = frame.at<core::ethernet::size>(0))
    core::ethernet::write(after, 1, 2, core::ethernet::type_ipv4);
  return verdict;
}

extern "C" {
char license_text[] SEC("license") = "Dual MIT/GPL";
}
