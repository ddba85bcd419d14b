// The two programs of a backend, with the maps they share: `decapsulate` at the door (XDP), `clamp_mss`
// on the way out (tc). All decisions are in decap.h and clamp.h; here is what ties them to the kernel.
#include <linux/bpf.h>
#include <linux/pkt_cls.h>

#include "backend/clamp.h"
#include "backend/decap.h"
#include "backend/layout.h"
#include "core/bpf/frame.h"
#include "core/bpf/helpers.h"

namespace bpf = guideway::core::bpf;
namespace ethernet = guideway::core::ethernet;
using namespace guideway::backend;

struct Balancers {
  __uint(type, BPF_MAP_TYPE_PERCPU_HASH);
  __uint(map_flags, BPF_F_NO_PREALLOC);
  __uint(max_entries, max_balancers);
  __type(key, AddressKey);
  __type(value, Traffic);
} balancers SEC(".maps");

struct Vips {
  __uint(type, BPF_MAP_TYPE_HASH);
  __uint(map_flags, BPF_F_NO_PREALLOC);
  __uint(max_entries, max_vips);
  __type(key, AddressKey);
  __type(value, uint32_t);
} vips SEC(".maps");

struct SegmentLimits {
  __uint(type, BPF_MAP_TYPE_ARRAY);
  __uint(max_entries, 1);
  __type(key, uint32_t);
  __type(value, Segments);
} segments SEC(".maps");

struct Counters {
  __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint(max_entries, 64);
  __type(key, uint32_t);
  __type(value, uint64_t);
} counters SEC(".maps");
static_assert(reason_count <= 64);

char license_text[] SEC("license") = "Dual MIT/GPL";

namespace {

// A frame that may lie in several buffers (jumbo frames): headers are in the first, the length counts all.
class Frame : public bpf::XdpFrame {
 public:
  GUIDEWAY_INLINE explicit Frame(xdp_md* context)
      : XdpFrame(context), length_(static_cast<uint32_t>(bpf::xdp_get_buff_len(context))) {}

  [[nodiscard]] GUIDEWAY_INLINE uint32_t length() const { return length_; }

 private:
  uint32_t length_;
};

struct Host {
  xdp_md* context;

  GUIDEWAY_INLINE bool is_balancer(const AddressKey& address) const {
    return bpf::map_lookup(&balancers, &address) != nullptr;
  }
  GUIDEWAY_INLINE bool is_vip(const AddressKey& address) const { return bpf::map_lookup(&vips, &address) != nullptr; }

  // The kernel's own answer, so that it holds when addresses come and go. A host that does not forward
  // answers at once, and what is not its own it would only drop.
  GUIDEWAY_INLINE bool is_ours(const Tunnel& tunnel) const {
    constexpr uint8_t af_inet = 2, af_inet6 = 10;
    const bool is_ipv4 = tunnel.source.family == static_cast<uint32_t>(guideway::core::Family::ipv4);
    bpf_fib_lookup query = {};
    query.family = is_ipv4 ? af_inet : af_inet6;
    query.l4_protocol = guideway::core::protocol::gre;
    query.ifindex = context->ingress_ifindex;
    for (uint32_t i = 0; i < (is_ipv4 ? 1u : 4u); ++i) {
      query.ipv6_src[i] = tunnel.source.words[i];
      query.ipv6_dst[i] = tunnel.destination.words[i];
    }
    const long answer = bpf::fib_lookup(context, &query, sizeof query, 0);
    return answer == BPF_FIB_LKUP_RET_NOT_FWDED || answer == BPF_FIB_LKUP_RET_FWD_DISABLED;
  }
};

GUIDEWAY_INLINE void count(Reason reason) {
  const uint32_t index = static_cast<uint32_t>(reason);
  if (auto* const counter = static_cast<uint64_t*>(bpf::map_lookup(&counters, &index))) ++*counter;
}

GUIDEWAY_INLINE void count_traffic(const Tunnel& tunnel) {
  if (auto* const traffic = static_cast<Traffic*>(bpf::map_lookup(&balancers, &tunnel.source))) {
    ++traffic->packets;
    traffic->bytes += tunnel.inner_length;
  }
}

// Cuts what lies behind the inner packet, moves the Ethernet addresses up to it, and cuts what lies before.
GUIDEWAY_INLINE Reason strip(xdp_md* context, Frame frame, const Tunnel& tunnel) {
  uint8_t* const outer = frame.at<ethernet::size>(0);
  uint8_t* const inner = frame.at<ethernet::size>(tunnel.headers);
  if (!outer || !inner) return Reason::outer_length;
  ethernet::write(inner, guideway::core::load<uint64_t>(outer),
                  guideway::core::load<uint32_t>(outer + 6) |
                      static_cast<uint64_t>(guideway::core::load<uint16_t>(outer + 10)) << 32,
                  tunnel.inner_type);
  const uint32_t padding = frame.length() - (ethernet::size + tunnel.headers + tunnel.inner_length);
  if (padding != 0 && !frame.trim(padding)) return Reason::not_adjustable;
  if (bpf::xdp_adjust_head(context, static_cast<int>(tunnel.headers)) != 0) return Reason::not_adjustable;
  return Reason::decapsulated;
}

}  // namespace

extern "C" SEC("xdp.frags") int decapsulate(xdp_md* context) {
  const Frame frame(context);
  Tunnel tunnel = {};
  Reason reason = examine(frame, Host{context}, tunnel);
  if (reason == Reason::decapsulated) reason = strip(context, frame, tunnel);
  if (reason == Reason::decapsulated) count_traffic(tunnel);
  count(reason);
  return action_of(reason) == Action::pass ? XDP_PASS : XDP_DROP;
}

extern "C" SEC("tc") int clamp_mss(__sk_buff* skb) {
  Segment segment = {};
  if (!read_opening(skb, segment) || !bpf::map_lookup(&vips, &segment.source)) return TC_ACT_UNSPEC;
  const uint32_t first = 0;
  if (const auto* const limits = static_cast<Segments*>(bpf::map_lookup(&segments, &first)))
    clamp(skb, segment,
          segment.source.family == static_cast<uint32_t>(guideway::core::Family::ipv4) ? limits->ipv4 : limits->ipv6);
  return TC_ACT_UNSPEC;
}
