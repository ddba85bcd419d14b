// What is answered in a VIP's name: an echo request to it. The frame becomes the reply in place and goes back to where
// it came from. A VIP is on no interface of ours, so nobody else would answer; and an operator's first question to
// a VIP is a ping.
//
// The reply is no longer than the request, so nothing is amplified and nothing need be counted out. The checksum is
// mended, not made: a request that was damaged on its way gives a reply whose checksum says so.
#pragma once

#include "core/forward/parse.h"
#include "core/wire/icmp.h"

namespace guideway::core {

constexpr uint8_t answer_ttl = 64;

// Destination and source of the link change places; VLAN tags stay.
template <class Frame>
GUIDEWAY_INLINE bool turn_link(const Frame& frame) {
  uint8_t* const link = frame.template at<ethernet::size>(0);
  if (!link) return false;
  const uint32_t destination_high = load<uint32_t>(link), source_high = load<uint32_t>(link + 6);
  const uint16_t destination_low = load<uint16_t>(link + 4), source_low = load<uint16_t>(link + 10);
  store<uint32_t>(link, source_high);
  store<uint16_t>(link + 4, source_low);
  store<uint32_t>(link + 6, destination_high);
  store<uint16_t>(link + 10, destination_low);
  return true;
}

template <class Frame>
GUIDEWAY_INLINE Reason answer_echo(const Frame& frame, const Packet& packet) {
  const Link link = read_link(frame);
  if (packet.key.family == Family::ipv4) {
    uint8_t* const ip = frame.template at<ipv4::min_size>(link.ip);
    if (!ip) return Reason::inconsistent;
    uint8_t* const header = frame.template at<icmp::size>(link.ip + ipv4::header_size(ip));
    if (!header) return Reason::inconsistent;
    icmp::turn_into_reply(header, icmp::echo_reply_v4);
    ipv4::turn(ip, answer_ttl);
  } else {
    uint8_t* const ip = frame.template at<ipv6::size>(link.ip);
    if (!ip) return Reason::inconsistent;
    const Chain chain = walk_chain(frame, link.ip + ipv6::size, ipv6::next_header(ip));
    uint8_t* const header = frame.template at<icmp::size>(chain.offset);
    if (!header) return Reason::inconsistent;
    icmp::turn_into_reply(header, icmp::echo_reply_v6);
    ipv6::turn(ip, answer_ttl);
  }
  return turn_link(frame) ? Reason::answered_echo : Reason::inconsistent;
}

}  // namespace guideway::core
