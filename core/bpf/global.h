// Functions that stand alone in the kernel's program: the verifier checks a global function once, for any
// arguments, where an inlined one is checked again on every path that leads to it.
//
// Found by argument-dependent look-up before the templates that they stand for. Only for --target=bpf.
#pragma once

#include "core/bpf/frame.h"
#include "core/forward/parse.h"

#define GUIDEWAY_GLOBAL extern "C" __attribute__((noinline))

GUIDEWAY_GLOBAL uint64_t guideway_walk_chain(xdp_md* context, uint32_t offset, uint32_t next_header) {
  using namespace guideway::core;
  return pack(walk_chain<bpf::XdpFrame>(bpf::XdpFrame(context), offset & 0xffff, static_cast<uint8_t>(next_header)));
}

namespace guideway::core::bpf {

GUIDEWAY_INLINE Chain walk_chain(const XdpFrame& frame, uint32_t offset, uint8_t next_header) {
  return unpack_chain(guideway_walk_chain(frame.context(), offset, next_header));
}

}  // namespace guideway::core::bpf

GUIDEWAY_GLOBAL uint64_t guideway_quoted_ports(xdp_md* context, uint32_t quote, uint32_t family) {
  using namespace guideway::core;
  return quoted_ports<bpf::XdpFrame>(bpf::XdpFrame(context), quote, static_cast<Family>(family));
}

namespace guideway::core::bpf {

GUIDEWAY_INLINE uint64_t quoted_ports(const XdpFrame& frame, uint32_t quote, Family family) {
  return guideway_quoted_ports(frame.context(), quote, static_cast<uint32_t>(family));
}

}  // namespace guideway::core::bpf

GUIDEWAY_GLOBAL int guideway_parse(xdp_md* context, guideway::core::Packet* packet) {
  using namespace guideway::core;
  if (!packet) return 0;
  read_packet(bpf::XdpFrame(context), *packet);
  return 0;
}

namespace guideway::core::bpf {

GUIDEWAY_INLINE Packet parse(const XdpFrame& frame) {
  Packet packet;
  guideway_parse(frame.context(), &packet);
  return packet;
}

}  // namespace guideway::core::bpf
