// What nobody can do without: the floor that programs are held against. `xdp_floor` pushes one constant
// GRE header, written as core/forward does it, and looks nothing up; `xdp_nothing` does nothing at all.
#include "bench/xdp_floor.h"

#include "core/bpf/frame.h"
#include "core/wire/ethernet.h"
#include "core/wire/gre.h"
#include "core/wire/ipv4.h"
#include "core/wire/transport.h"

namespace bench = guideway::bench;
namespace core = guideway::core;

extern "C" {
const volatile bench::Floor to_write = {};
}

extern "C" SEC("xdp") int xdp_floor(xdp_md* context) {
  constexpr uint32_t ip = core::ethernet::size, gre = ip + core::ipv4::min_size, end = gre + core::gre::size;
  core::bpf::XdpFrame frame(context);
  const uint32_t length = frame.length() - core::ethernet::size;
  if (!frame.push(end - ip)) return XDP_DROP;
  uint8_t* const at = frame.at<end>(0);
  if (!at) return XDP_DROP;
  core::ethernet::write(at, to_write.mac_destination, to_write.mac_source, core::ethernet::type_ipv4);
  core::ipv4::write(at + ip, {.traffic_class = 0,
                              .total_length = static_cast<uint16_t>(length + end - ip),
                              .identification = 0,
                              .flags = core::ipv4::dont_fragment,
                              .ttl = 64,
                              .protocol = core::protocol::gre,
                              .source = to_write.source,
                              .destination = to_write.destination});
  core::gre::write(at + gre, core::ethernet::type_ipv4);
  return XDP_TX;
}

extern "C" SEC("xdp") int xdp_nothing(xdp_md*) { return XDP_TX; }

extern "C" {
char license_text[] SEC("license") = "Dual MIT/GPL";
}
