// ICMP (RFC 792) and ICMPv6 (RFC 4443): echo, and errors, which quote the packet that they are about.
#pragma once

#include "core/wire/checksum.h"

namespace guideway::core::icmp {

constexpr uint32_t size = 8;  // of the header; an error's quote follows it

enum class Kind : uint8_t { other, echo_request, error };

GUIDEWAY_INLINE uint8_t type(const uint8_t* h) { return h[0]; }

GUIDEWAY_INLINE Kind kind_v4(uint8_t type) {
  if (type == 8) return Kind::echo_request;
  const bool error = type == 3 || type == 11 || type == 12;  // unreachable, time exceeded, parameter problem
  return error ? Kind::error : Kind::other;
}

GUIDEWAY_INLINE Kind kind_v6(uint8_t type) {
  if (type == 128) return Kind::echo_request;
  return type >= 1 && type <= 4 ? Kind::error : Kind::other;  // and packet too big
}

// The reply to an echo request differs in its type alone, so the checksum is mended, not made anew. What comes out as 0
// is written as 0xffff, which is the same number to who sums: but for a message of nothing but zeros, for which only
// 0xffff is right.
GUIDEWAY_INLINE void turn_into_reply(uint8_t* h, uint8_t reply_type) {
  const uint16_t before = load<uint16_t>(h);
  h[0] = reply_type;
  const uint16_t mended = mend_checksum(load<uint16_t>(h + 2), before, load<uint16_t>(h));
  store<uint16_t>(h + 2, mended == 0 ? uint16_t{0xffff} : mended);
}

constexpr uint8_t echo_reply_v4 = 0, echo_reply_v6 = 129;

}  // namespace guideway::core::icmp
