// What an ICMP error is about: it quotes the packet that met with a problem, at least its IP header and the eight
// bytes behind. That packet was an answer from one of our backends to a client, with the VIP as its source; read
// the other way round, it names the flow, and the error belongs to that flow's backend.
//
// The quote may be cut off anywhere behind the ports, and its lengths are not checked: a router quotes what it can.
#pragma once

#include "core/flow/key.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"
#include "core/wire/ipv6_extension.h"

namespace guideway::core {

// The ports of a quoted packet, as they lie there, and its protocol: pack_ports(). 0 where the quote names no
// flow: too short, a later fragment, neither TCP nor UDP.
template <class Frame>
GUIDEWAY_INLINE uint64_t quoted_ports(const Frame& frame, uint32_t quote, Family family) {
  uint32_t transport = 0;
  uint8_t protocol = 0;
  if (family == Family::ipv4) {
    const uint8_t* const header = frame.template at<ipv4::min_size>(quote);
    if (!header || ipv4::version(header) != 4 || ipv4::header_size(header) < ipv4::min_size) return 0;
    if ((ipv4::flags_and_offset(header) & ipv4::fragment_offset) != 0) return 0;
    transport = quote + ipv4::header_size(header);
    protocol = ipv4::protocol(header);
  } else {
    const uint8_t* const header = frame.template at<ipv6::size>(quote);
    if (!header || ipv6::version(header) != 6) return 0;
    const Chain chain = walk_chain(frame, quote + ipv6::size, ipv6::next_header(header));
    if (chain.end != Chain::End::known || chain.part == Part::later_fragment) return 0;
    transport = chain.offset;
    protocol = chain.next_header;
  }
  if (protocol != protocol::tcp && protocol != protocol::udp) return 0;
  const uint8_t* const header = frame.template at<4>(transport);
  return header ? pack_ports(ports(header), protocol) : 0;
}

// The flow, as its client's packets have it. False where the error is about no flow of the VIP that `key` is
// addressed to; `key` then stays as it is.
template <class Frame>
GUIDEWAY_INLINE bool read_quote(const Frame& frame, uint32_t quote, FlowKey& key) {
  const uint64_t there = quoted_ports(frame, quote, key.family);
  if (there == 0) return false;
  const uint32_t ports = static_cast<uint32_t>(there);
  const uint64_t back = (there & ~0xffffffffull) | (ports >> 16 | ports << 16);
  if (key.family == Family::ipv4) {
    const uint8_t* const header = frame.template at<ipv4::min_size>(quote);
    if (!header || ipv4::source(header) != key.addresses[0] >> 32) return false;
    key.addresses[0] = ipv4::destination(header) | static_cast<uint64_t>(ipv4::source(header)) << 32;
  } else {
    const uint8_t* const header = frame.template at<ipv6::size>(quote);
    if (!header || load<uint64_t>(header + 8) != key.addresses[2] || load<uint64_t>(header + 16) != key.addresses[3])
      return false;
    key.addresses[0] = load<uint64_t>(header + 24);
    key.addresses[1] = load<uint64_t>(header + 32);
  }
  key.ports_and_protocol = back;
  return true;
}

}  // namespace guideway::core
