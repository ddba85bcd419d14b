#include "base/netlink/socket.h"

#include <libmnl/libmnl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/system_error.h"

namespace guideway::netlink {
namespace {

constexpr int dump_attempts = 8;

void enable(mnl_socket* socket, int option) {
  int on = 1;  // a kernel without the option answers with less words or unfiltered; the readers can do with either
  mnl_socket_setsockopt(socket, option, &on, sizeof on);
}

// The end of an exchange: all well, or an errno and, where the kernel has some, its words. NLMSG_DONE carries
// the number alone; in NLMSG_ERROR the refused request's header follows it (its payload not: NETLINK_CAP_ACK).
std::expected<void, Refusal> read_verdict(const nlmsghdr& message) {
  const bool done = message.nlmsg_type == NLMSG_DONE;
  const auto* const number = header_of<int>(message);
  if (!number) return std::unexpected(Refusal{EBADMSG, {}});
  if (*number >= 0) return {};
  Refusal refusal{-*number, {}};
  if (message.nlmsg_flags & NLM_F_ACK_TLVS)
    refusal.text = Attributes(message, done ? sizeof(int) : sizeof(nlmsgerr)).text(NLMSGERR_ATTR_MSG);
  return std::unexpected(std::move(refusal));
}

}  // namespace

Error to_error(std::string code, std::string message, const Refusal& refusal) {
  if (!refusal.text.empty()) message += " (" + refusal.text + ")";
  const bool forbidden = refusal.number == EPERM || refusal.number == EACCES;
  return system_error(std::move(code), std::move(message),
                      forbidden ? "run as root, or give the program CAP_NET_ADMIN" : "", refusal.number);
}

Reply::Reply(const nlmsghdr& message) : bytes_(message.nlmsg_len) {
  std::memcpy(bytes_.data(), &message, message.nlmsg_len);
}

void CloseSocket::operator()(mnl_socket* socket) const { mnl_socket_close(socket); }

Result<Socket> Socket::open() {
  SocketHandle handle(mnl_socket_open2(NETLINK_ROUTE, SOCK_CLOEXEC));
  if (!handle || mnl_socket_bind(handle.get(), 0, MNL_SOCKET_AUTOPID) != 0)
    return std::unexpected(system_error("netlink.no-socket", "cannot open a routing netlink socket"));
  enable(handle.get(), NETLINK_EXT_ACK);
  enable(handle.get(), NETLINK_CAP_ACK);
  enable(handle.get(), NETLINK_GET_STRICT_CHK);
  return Socket(std::move(handle));
}

std::expected<std::vector<Reply>, Refusal> Socket::ask(Message& request) {
  for (int attempt = 0;; ++attempt) {
    bool torn = false;
    auto replies = ask_once(request, torn);
    if (!torn || attempt == dump_attempts) return replies;
  }
}

std::expected<std::vector<Reply>, Refusal> Socket::ask_once(Message& request, bool& torn) {
  nlmsghdr& header = request.raw();
  header.nlmsg_seq = ++sequence_;
  header.nlmsg_flags |= NLM_F_ACK;  // a dump is ended by NLMSG_DONE, with and without it
  if (mnl_socket_sendto(handle_.get(), &header, header.nlmsg_len) < 0) return std::unexpected(Refusal{errno, {}});

  std::vector<Reply> replies;
  alignas(nlmsghdr) std::array<char, 32768> buffer;  // the largest piece in which the kernel sends a dump
  for (;;) {
    const ssize_t received = mnl_socket_recvfrom(handle_.get(), buffer.data(), buffer.size());
    if (received < 0 && errno == EINTR) continue;
    if (received < 0) return std::unexpected(Refusal{errno, {}});
    int left = static_cast<int>(received);
    for (const auto* message = reinterpret_cast<const nlmsghdr*>(buffer.data()); mnl_nlmsg_ok(message, left);
         message = mnl_nlmsg_next(message, &left)) {
      if (message->nlmsg_seq != sequence_) continue;  // the rest of an exchange that failed half-way
      if (message->nlmsg_flags & NLM_F_DUMP_INTR) torn = true;
      if (message->nlmsg_type == NLMSG_DONE || message->nlmsg_type == NLMSG_ERROR) {
        if (auto verdict = read_verdict(*message); !verdict) return std::unexpected(std::move(verdict.error()));
        return replies;
      }
      replies.emplace_back(*message);
    }
  }
}

}  // namespace guideway::netlink
