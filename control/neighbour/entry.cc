#include "control/neighbour/entry.h"

#include <linux/neighbour.h>
#include <linux/rtnetlink.h>

#include <cerrno>

namespace guideway::neighbour {
namespace {

using netlink::Attributes;
using netlink::Message;
using netlink::Refusal;

EntryState state_of(std::uint16_t nud) {
  if (nud & (NUD_PERMANENT | NUD_NOARP)) return EntryState::fixed;
  if (nud & (NUD_REACHABLE | NUD_DELAY | NUD_PROBE)) return EntryState::fresh;
  if (nud & NUD_STALE) return EntryState::stale;
  if (nud & NUD_FAILED) return EntryState::failed;
  return nud & NUD_INCOMPLETE ? EntryState::resolving : EntryState::absent;
}

ndmsg& put_key(Message& message, const EntryKey& key) {
  auto& header = message.header<ndmsg>();
  header.ndm_family = netlink::family_of(key.address);
  header.ndm_ifindex = static_cast<int>(key.interface);
  message.put(NDA_DST, key.address);
  return header;
}

// NTF_USE stands for "a packet is about to go there": the entry's state is left to the kernel.
std::expected<void, Refusal> use(netlink::Socket& socket, const EntryKey& key, int flags, std::uint32_t more_flags) {
  Message message(RTM_NEWNEIGH, flags);
  put_key(message, key).ndm_flags = NTF_USE;
  message.put(NDA_PROTOCOL, netlink::our_protocol).put(NDA_FLAGS_EXT, more_flags);
  if (auto done = socket.ask(message); !done) return std::unexpected(std::move(done.error()));
  return {};
}

}  // namespace

Entry find_entry(netlink::Socket& socket, const EntryKey& key) {
  Message request(RTM_GETNEIGH, 0);
  put_key(request, key);
  const auto replies = socket.ask(request);
  const auto* const header =
      replies && !replies->empty() ? netlink::header_of<ndmsg>(replies->front().message()) : nullptr;
  if (!header) return {};
  const Attributes attributes(replies->front().message(), sizeof *header);
  return {state_of(header->ndm_state), attributes.mac(NDA_LLADDR).value_or(Mac{})};
}

std::optional<EntryKey> key_of(const nlmsghdr& message) {
  const auto* const header = netlink::header_of<ndmsg>(message);
  if (!header) return std::nullopt;
  const auto address = Attributes(message, sizeof *header).address(NDA_DST);
  if (!address) return std::nullopt;
  return EntryKey{static_cast<std::uint32_t>(header->ndm_ifindex), *address};
}

std::expected<void, Refusal> keep_fresh(netlink::Socket& socket, const EntryKey& key) {
  return use(socket, key, NLM_F_CREATE, NTF_EXT_MANAGED);
}

std::expected<std::vector<Address>, Refusal> kept_fresh(netlink::Socket& socket, std::uint32_t interface) {
  std::vector<Address> found;
  Message request(RTM_GETNEIGH, NLM_F_DUMP);
  request.header<ndmsg>();  // both families
  request.put(NDA_IFINDEX, interface);
  const auto replies = socket.ask(request);
  if (!replies) return std::unexpected(replies.error());
  for (const auto& reply : *replies) {
    const auto* const header = netlink::header_of<ndmsg>(reply.message());
    const auto key = key_of(reply.message());
    if (!header || !key || key->interface != interface) continue;
    const Attributes attributes(reply.message(), sizeof *header);
    const bool managed = attributes.u32(NDA_FLAGS_EXT).value_or(0) & NTF_EXT_MANAGED;
    if (managed && attributes.u8(NDA_PROTOCOL) == netlink::our_protocol) found.push_back(key->address);
  }
  return found;
}

std::expected<void, Refusal> let_go(netlink::Socket& socket, const EntryKey& key) {
  auto done = use(socket, key, 0, 0);
  if (!done && done.error().number == ENOENT) return {};  // it is gone already
  return done;
}

}  // namespace guideway::neighbour
