// Entries of the kernel's neighbour table: ARP for IPv4, neighbour discovery for IPv6.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "base/netlink/socket.h"

namespace guideway::neighbour {

enum class EntryState : std::uint8_t {
  absent,
  resolving,  // asked for, no answer yet
  failed,     // asked for several times, and no answer
  stale,      // was right when last used; the kernel asks again when it is used
  fresh,      // confirmed, or being confirmed
  fixed,      // set by somebody, not by asking: not ours to touch
};

struct Entry {
  EntryState state = EntryState::absent;
  Mac mac{};  // where stale, fresh or fixed
};

struct EntryKey {
  std::uint32_t interface = 0;
  Address address;
};

Entry find_entry(netlink::Socket& socket, const EntryKey& key);
std::optional<EntryKey> key_of(const nlmsghdr& neighbour_message);

// Makes the kernel ask for the neighbour now, and keep it fresh from then on (NTF_EXT_MANAGED, from Linux
// 5.16; an older one ignores the attribute, and then the entry becomes stale, and `keep_fresh` is to be said again).
// Never for a `fixed` entry, which it would make an ordinary one.
std::expected<void, netlink::Refusal> keep_fresh(netlink::Socket& socket, const EntryKey& key);

// The entries of an interface that the kernel keeps fresh because we, or an earlier daemon, asked for it.
std::expected<std::vector<Address>, netlink::Refusal> kept_fresh(netlink::Socket& socket, std::uint32_t interface);

// Makes it an ordinary entry again, which ages out.
std::expected<void, netlink::Refusal> let_go(netlink::Socket& socket, const EntryKey& key);

}  // namespace guideway::neighbour
