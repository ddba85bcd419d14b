// Routing netlink messages, written and read. A message is a header, a header of its family (rtmsg,
// ndmsg, ifinfomsg) and attributes; libmnl knows the padding and the bounds, and these two classes give
// its C the types of this house.
#pragma once

#include <linux/netlink.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/address.h"

namespace guideway::netlink {

// What we set in the kernel carries this number (RTA_PROTOCOL, NDA_PROTOCOL; see /etc/iproute2/rt_protos),
// so that a later start knows what an earlier one left, and leaves alone what is not ours. Nobody else's:
// BIRD is 12, FRR 11 and 186 to 194.
constexpr std::uint8_t our_protocol = 77;

// AF_INET or AF_INET6.
std::uint8_t family_of(const Address& address);

// A request on its way out.
class Message {
 public:
  Message(std::uint16_t type, int flags);  // NLM_F_REQUEST goes without saying

  // The family header, zeroed; once, before any attribute.
  template <class Header>
  Header& header() {
    return *static_cast<Header*>(append(sizeof(Header)));
  }
  Message& put(std::uint16_t type, std::uint8_t value);
  Message& put(std::uint16_t type, std::uint32_t value);
  Message& put(std::uint16_t type, const Address& value);
  Message& put(std::uint16_t type, std::string_view value);
  Message& put(std::uint16_t type, std::span<const std::byte> value);  // a struct, by std::as_bytes

  [[nodiscard]] nlmsghdr& raw() { return *reinterpret_cast<nlmsghdr*>(bytes_.data()); }

 private:
  void* append(std::size_t size);

  alignas(nlmsghdr) std::array<char, 512> bytes_{};  // our requests carry a handful of attributes
};

// The family header of a message that came in; null where it is too short for one.
const void* find_header(const nlmsghdr& message, std::size_t size);
template <class Header>
const Header* header_of(const nlmsghdr& message) {
  return static_cast<const Header*>(find_header(message, sizeof(Header)));
}

// The attributes of a message that came in, by type. Views into it: it must outlive them.
class Attributes {
 public:
  Attributes(const nlmsghdr& message, std::size_t header_size);

  // Nothing where the attribute is missing or of another size.
  [[nodiscard]] std::optional<std::uint8_t> u8(std::uint16_t type) const;
  [[nodiscard]] std::optional<std::uint32_t> u32(std::uint16_t type) const;
  [[nodiscard]] std::optional<Address> address(std::uint16_t type) const;  // its size says its family
  [[nodiscard]] std::optional<Mac> mac(std::uint16_t type) const;
  [[nodiscard]] std::string_view text(std::uint16_t type) const;
  [[nodiscard]] std::optional<Address> via(std::uint16_t type) const;  // a struct rtvia
  [[nodiscard]] Attributes nested(std::uint16_t type) const;

 private:
  static constexpr std::size_t limit = 64;  // IFLA_* goes that far; what lies beyond is not read
  Attributes() = default;
  void read(const void* bytes, std::size_t size);
  [[nodiscard]] const void* payload(std::uint16_t type, std::size_t size) const;

  std::array<const nlattr*, limit> found_{};
};

}  // namespace guideway::netlink
