// Which bytes of a packet hold TCP's maximum segment size?
//
// A client sends segments as large as our SYN-ACK allows, and they reach us inside a tunnel: what the
// outer headers take must be taken from the MSS (RFC 9293, option 2), or full segments would not fit.
// A route's `advmss` would do it too, but only for routes that we own; the option on its way out is seen
// whatever route it takes. Only for the BPF target: an skb may lie in pieces and is read through helpers.
#pragma once

#include <linux/bpf.h>

#include "backend/key.h"
#include "core/bpf/helpers.h"
#include "core/wire/ethernet.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"
#include "core/wire/transport.h"

namespace guideway::backend {

namespace ethernet = core::ethernet;
namespace ipv4 = core::ipv4;
namespace ipv6 = core::ipv6;

struct Segment {
  AddressKey source;
  uint32_t tcp;      // offset of the TCP header
  uint32_t options;  // bytes of TCP options
};

GUIDEWAY_INLINE bool read_tcp(__sk_buff* skb, uint8_t protocol, Segment& segment) {
  uint8_t header[core::tcp::min_size];
  if (protocol != core::protocol::tcp || core::bpf::skb_load_bytes(skb, segment.tcp, header, sizeof header) != 0)
    return false;
  const uint32_t size = core::tcp::header_size(header);
  segment.options = size - core::tcp::min_size;
  return size > core::tcp::min_size && (core::tcp::flags(header) & core::tcp::syn) != 0;
}

// A SYN or SYN-ACK with options, its source and where its TCP header lies.
GUIDEWAY_INLINE bool read_opening(__sk_buff* skb, Segment& segment) {
  if (skb->protocol == core::swap16(ethernet::type_ipv4)) {
    uint8_t header[ipv4::min_size];
    if (core::bpf::skb_load_bytes(skb, ethernet::size, header, sizeof header) != 0) return false;
    if (ipv4::header_size(header) < ipv4::min_size) return false;
    if ((ipv4::flags_and_offset(header) & ipv4::fragment_offset) != 0) return false;
    segment.source = ipv4_key(header + 12);
    segment.tcp = ethernet::size + ipv4::header_size(header);
    return read_tcp(skb, ipv4::protocol(header), segment);
  }
  if (skb->protocol == core::swap16(ethernet::type_ipv6)) {
    uint8_t header[ipv6::size];
    if (core::bpf::skb_load_bytes(skb, ethernet::size, header, sizeof header) != 0) return false;
    segment.source = ipv6_key(header + 8);
    segment.tcp = ethernet::size + ipv6::size;
    return read_tcp(skb, ipv6::next_header(header), segment);
  }
  return false;
}

// Kind and length of the TCP option at `offset`, as kind << 8 | length; 0 where there is none. A function of its
// own, not inlined: the verifier checks it once and knows no more of its result than the type says,
// so that the walk over options costs it no more than one step does. Not `inline` either: libbpf takes no
// COMDAT group, and one file alone includes this.
__attribute__((noinline)) uint32_t read_option(__sk_buff* skb, uint32_t offset) {
  constexpr uint8_t padding = 1;
  uint8_t option[2];
  if (core::bpf::skb_load_bytes(skb, offset, option, sizeof option) != 0) return 0;
  if (option[0] == padding) return padding << 8 | 1;
  return option[1] < 2 ? 0 : static_cast<uint32_t>(option[0]) << 8 | option[1];
}

// The offset of the MSS value within the packet; 0 where there is none.
GUIDEWAY_INLINE uint32_t find_mss(__sk_buff* skb, const Segment& segment) {
  constexpr uint32_t kind_mss = 2, mss_size = 4, most_options = 40;
  uint32_t at = 0;
  for (uint32_t i = 0; i < most_options && at + mss_size <= segment.options; ++i) {
    const uint32_t offset = segment.tcp + core::tcp::min_size + at;
    const uint32_t option = read_option(skb, offset);
    if (option == (kind_mss << 8 | mss_size)) return offset + 2;
    if (option >> 8 == 0 || option >> 8 == kind_mss) return 0;  // the end of the list, or nonsense
    at += option & 0xff;
  }
  return 0;
}

// Writes `limit` where the packet allows more. The checksum is a sum of 16-bit words: an MSS at an odd
// offset counts with its bytes swapped. The helper leaves a checksum alone that hardware will compute.
GUIDEWAY_INLINE void clamp(__sk_buff* skb, const Segment& segment, uint16_t limit) {
  const uint32_t offset = find_mss(skb, segment);
  uint16_t before;
  if (offset == 0 || core::bpf::skb_load_bytes(skb, offset, &before, sizeof before) != 0) return;
  if (core::swap16(before) <= limit) return;
  const uint16_t after = core::swap16(limit);
  const bool odd = ((offset - segment.tcp) & 1) != 0;
  const uint32_t checksum = segment.tcp + 16;
  if (core::bpf::l4_csum_replace(skb, checksum, odd ? core::swap16(before) : before, odd ? core::swap16(after) : after,
                                 sizeof after) == 0)
    core::bpf::skb_store_bytes(skb, offset, &after, sizeof after, 0);
}

}  // namespace guideway::backend
