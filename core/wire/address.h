// An IP address as the packet's way and everything around it hold it: sixteen bytes in network order
// (IPv4 in the first four, the rest zero) and the family. A plain value that fits in shared memory.
#pragma once

#include <stdint.h>

namespace guideway::core {

enum class Family : uint8_t { none = 0, ipv4 = 4, ipv6 = 6 };

struct Address {
  uint8_t bytes[16] = {};
  Family family = Family::none;

  [[nodiscard]] constexpr unsigned size() const { return family == Family::ipv4 ? 4 : 16; }

  friend constexpr bool operator==(const Address& a, const Address& b) {
    for (int i = 0; i < 16; ++i)
      if (a.bytes[i] != b.bytes[i]) return false;
    return a.family == b.family;
  }
  friend constexpr bool operator<(const Address& a, const Address& b) {
    if (a.family != b.family) return a.family < b.family;
    for (int i = 0; i < 16; ++i)
      if (a.bytes[i] != b.bytes[i]) return a.bytes[i] < b.bytes[i];
    return false;
  }
};

}  // namespace guideway::core
