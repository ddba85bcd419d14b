// IPv6's chain of extension headers (RFC 8200, section 4), walked to the header that says what the packet is.
//
// The chain is as long as its sender likes, so the walk is bounded: at most `most_extension_headers`, all of them
// within the frame's first `max_header_offset` bytes. What is longer is refused with a reason of its own; real
// traffic carries one or two. In BPF the walk is a function of its own, verified once (core/bpf/global.h).
#pragma once

#include "core/wire/frame.h"
#include "core/wire/transport.h"

namespace guideway::core {

// What an IP packet is a part of.
enum class Part : uint8_t { whole, first_fragment, later_fragment };

// Where a chain ends. Fields that pack into one word, as a BPF function returns nothing larger.
struct Chain {
  enum class End : uint8_t { known, truncated, too_long };

  uint32_t fragment_id;  // as in memory; 0 without a fragment header
  uint16_t offset;       // of what follows the chain
  uint8_t next_header;   // what that is
  Part part;
  End end;
};

constexpr uint32_t most_extension_headers = 8;

GUIDEWAY_INLINE uint64_t pack(const Chain& chain) {
  return chain.fragment_id | static_cast<uint64_t>(chain.offset) << 32 |
         static_cast<uint64_t>(chain.next_header) << 48 | static_cast<uint64_t>(chain.part) << 56 |
         static_cast<uint64_t>(chain.end) << 60;
}

GUIDEWAY_INLINE Chain unpack_chain(uint64_t packed) {
  return {static_cast<uint32_t>(packed), static_cast<uint16_t>(packed >> 32), static_cast<uint8_t>(packed >> 48),
          static_cast<Part>(packed >> 56 & 0xf), static_cast<Chain::End>(packed >> 60)};
}

GUIDEWAY_INLINE bool is_extension_header(uint8_t next_header) {
  return next_header == protocol::hop_by_hop || next_header == protocol::routing ||
         next_header == protocol::ipv6_fragment || next_header == protocol::authentication ||
         next_header == protocol::destination_options;
}

// From the header at `offset`, which `next_header` names. Behind a later fragment's header there is no chain, but
// the middle of somebody else's payload.
template <class Frame>
GUIDEWAY_INLINE Chain walk_chain(const Frame& frame, uint32_t offset, uint8_t next_header) {
  Chain chain{0, static_cast<uint16_t>(offset), next_header, Part::whole, Chain::End::known};
  for (uint32_t headers = 0; headers <= most_extension_headers; ++headers) {
    if (chain.offset > max_header_offset) break;
    if (!is_extension_header(chain.next_header) || chain.part == Part::later_fragment) return chain;
    if (headers == most_extension_headers) break;
    const uint8_t* const header = frame.template at<8>(chain.offset);
    if (!header) {
      chain.end = Chain::End::truncated;
      return chain;
    }
    uint32_t size = (header[1] + 1u) * 8;
    if (chain.next_header == protocol::authentication) size = (header[1] + 2u) * 4;
    if (chain.next_header == protocol::ipv6_fragment) {
      size = 8;
      const uint16_t place = load_be16(header + 2);  // offset in units of 8 << 3, more << 0
      chain.fragment_id = load<uint32_t>(header + 4);
      if ((place & 0xfff8) != 0)
        chain.part = Part::later_fragment;
      else if ((place & 1) != 0)
        chain.part = Part::first_fragment;  // neither: a packet in one piece (RFC 6946)
    }
    chain.next_header = header[0];
    chain.offset = static_cast<uint16_t>(chain.offset + size);
  }
  chain.end = Chain::End::too_long;
  return chain;
}

}  // namespace guideway::core
