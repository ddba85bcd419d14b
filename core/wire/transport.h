// What a balancer reads of TCP (RFC 9293) and UDP (RFC 768): ports, flags, and lengths to check.
#pragma once

#include "core/wire/bytes.h"

namespace guideway::core {

namespace protocol {
constexpr uint8_t hop_by_hop = 0;
constexpr uint8_t icmp = 1;
constexpr uint8_t tcp = 6;
constexpr uint8_t udp = 17;
constexpr uint8_t routing = 43;
constexpr uint8_t ipv6_fragment = 44;
constexpr uint8_t gre = 47;
constexpr uint8_t authentication = 51;
constexpr uint8_t icmpv6 = 58;
constexpr uint8_t destination_options = 60;
}  // namespace protocol

namespace tcp {
constexpr uint32_t min_size = 20;
constexpr uint8_t fin = 0x01, syn = 0x02, rst = 0x04, ack = 0x10;
GUIDEWAY_INLINE uint32_t header_size(const uint8_t* h) { return (h[12] >> 4) * 4u; }
GUIDEWAY_INLINE uint8_t flags(const uint8_t* h) { return h[13]; }
}  // namespace tcp

namespace udp {
constexpr uint32_t size = 8;
GUIDEWAY_INLINE uint16_t length(const uint8_t* h) { return load_be16(h + 4); }
}  // namespace udp

// Both begin with source and destination port: one 32-bit word, as it lies in memory.
GUIDEWAY_INLINE uint32_t ports(const uint8_t* h) { return load<uint32_t>(h); }

}  // namespace guideway::core
