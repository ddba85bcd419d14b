#include "base/netlink/message.h"

#include <libmnl/libmnl.h>
#include <linux/rtnetlink.h>

#include <algorithm>
#include <cstring>

namespace guideway::netlink {
namespace {

std::optional<Address> address_from(const void* bytes, std::size_t size) {
  Address address;
  if (size == 4)
    address.family = Family::ipv4;
  else if (size == 16)
    address.family = Family::ipv6;
  else
    return std::nullopt;
  std::memcpy(address.bytes, bytes, size);
  return address;
}

}  // namespace

std::uint8_t family_of(const Address& address) { return address.family == Family::ipv4 ? AF_INET : AF_INET6; }

Message::Message(std::uint16_t type, int flags) {
  nlmsghdr& header = *mnl_nlmsg_put_header(bytes_.data());
  header.nlmsg_type = type;
  header.nlmsg_flags = static_cast<std::uint16_t>(NLM_F_REQUEST | flags);
}

void* Message::append(std::size_t size) { return mnl_nlmsg_put_extra_header(&raw(), size); }

Message& Message::put(std::uint16_t type, std::uint8_t value) {
  mnl_attr_put_u8(&raw(), type, value);
  return *this;
}

Message& Message::put(std::uint16_t type, std::uint32_t value) {
  mnl_attr_put_u32(&raw(), type, value);
  return *this;
}

Message& Message::put(std::uint16_t type, const Address& value) {
  mnl_attr_put(&raw(), type, value.size(), value.bytes);
  return *this;
}

Message& Message::put(std::uint16_t type, std::string_view value) {
  char terminated[256] = {};
  value.copy(terminated, sizeof terminated - 1);
  mnl_attr_put_strz(&raw(), type, terminated);
  return *this;
}

Message& Message::put(std::uint16_t type, std::span<const std::byte> value) {
  mnl_attr_put(&raw(), type, value.size(), value.data());
  return *this;
}

const void* find_header(const nlmsghdr& message, std::size_t size) {
  return mnl_nlmsg_get_payload_len(&message) >= size ? mnl_nlmsg_get_payload(&message) : nullptr;
}

Attributes::Attributes(const nlmsghdr& message, std::size_t header_size) {
  const std::size_t before = MNL_ALIGN(header_size), size = mnl_nlmsg_get_payload_len(&message);
  if (size > before) read(mnl_nlmsg_get_payload_offset(&message, before), size - before);
}

void Attributes::read(const void* bytes, std::size_t size) {
  const auto* const end = static_cast<const char*>(bytes) + size;
  for (const auto* attribute = static_cast<const nlattr*>(bytes);
       mnl_attr_ok(attribute, static_cast<int>(end - reinterpret_cast<const char*>(attribute)));
       attribute = mnl_attr_next(attribute))
    if (const std::uint16_t type = mnl_attr_get_type(attribute); type < limit) found_[type] = attribute;
}

const void* Attributes::payload(std::uint16_t type, std::size_t size) const {
  const nlattr* const attribute = found_[type];
  return attribute && mnl_attr_get_payload_len(attribute) == size ? mnl_attr_get_payload(attribute) : nullptr;
}

std::optional<std::uint8_t> Attributes::u8(std::uint16_t type) const {
  const void* const bytes = payload(type, sizeof(std::uint8_t));
  return bytes ? std::optional(*static_cast<const std::uint8_t*>(bytes)) : std::nullopt;
}

std::optional<std::uint32_t> Attributes::u32(std::uint16_t type) const {
  std::uint32_t value = 0;
  const void* const bytes = payload(type, sizeof value);
  if (!bytes) return std::nullopt;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::optional<Address> Attributes::address(std::uint16_t type) const {
  const nlattr* const attribute = found_[type];
  if (!attribute) return std::nullopt;
  return address_from(mnl_attr_get_payload(attribute), mnl_attr_get_payload_len(attribute));
}

std::optional<Mac> Attributes::mac(std::uint16_t type) const {
  Mac mac{};
  const void* const bytes = payload(type, mac.size());
  if (!bytes) return std::nullopt;
  std::memcpy(mac.data(), bytes, mac.size());
  return mac;
}

std::string_view Attributes::text(std::uint16_t type) const {
  const nlattr* const attribute = found_[type];
  if (!attribute) return {};
  const std::string_view text(static_cast<const char*>(mnl_attr_get_payload(attribute)),
                              mnl_attr_get_payload_len(attribute));
  return text.substr(0, text.find('\0'));
}

std::optional<Address> Attributes::via(std::uint16_t type) const {
  const nlattr* const attribute = found_[type];
  constexpr std::size_t family_size = sizeof(rtvia);
  if (!attribute || mnl_attr_get_payload_len(attribute) <= family_size) return std::nullopt;
  return address_from(static_cast<const char*>(mnl_attr_get_payload(attribute)) + family_size,
                      mnl_attr_get_payload_len(attribute) - family_size);
}

Attributes Attributes::nested(std::uint16_t type) const {
  Attributes inner;
  if (const nlattr* const outer = found_[type])
    inner.read(mnl_attr_get_payload(outer), mnl_attr_get_payload_len(outer));
  return inner;
}

}  // namespace guideway::netlink
