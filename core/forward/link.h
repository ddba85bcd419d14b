// The link header: Ethernet, and up to two VLAN tags. Read twice, by the parser and again before the outer header is
// written: to carry along where the IP header begins would have the BPF verifier follow every step in between
// once for each answer, and reading costs less than a spilled register.
#pragma once

#include "core/wire/vlan.h"

namespace guideway::core {

struct Link {
  uint64_t tags;  // what lies between the addresses and the type, as in memory: `ip` says how much of it
  uint32_t ip;    // where the IP header begins; 0: a frame too short for one
  uint16_t type;
};

template <class Frame>
GUIDEWAY_INLINE Link read_link(const Frame& frame) {
  const uint8_t* const header = frame.template at<ethernet::size + vlan::most * vlan::size>(0);
  if (!header) return {0, 0, 0};
  uint16_t type = ethernet::type(header);
  if (!vlan::is_tag(type)) return {0, ethernet::size, type};
  const uint64_t tags = load<uint64_t>(header + ethernet::type_at);
  type = load_be16(header + ethernet::type_at + vlan::size);
  if (!vlan::is_tag(type)) return {tags, ethernet::size + vlan::size, type};
  return {tags, ethernet::size + 2 * vlan::size, load_be16(header + ethernet::type_at + 2 * vlan::size)};
}

}  // namespace guideway::core
