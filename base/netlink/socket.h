// Asking the kernel: one request, its answers.
//
// The kernel works a routing netlink request off while it is being sent, so an answer is never waited
// for and the event loop may ask directly; only notifications arrive at times of their own choosing
// (monitor.h). A dump that changed while it was read says so (NLM_F_DUMP_INTR) and is asked for again;
// that is why answers are returned, and not handed out as they come.
#pragma once

#include <linux/netlink.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/netlink/message.h"

struct mnl_socket;

namespace guideway::netlink {

// The kernel's no: an errno, and its own words where it had any ("ipv4: FIB table does not exist").
struct Refusal {
  int number = 0;
  std::string text;
};

// As an error of a caller's; a missing privilege gets the hint that helps.
Error to_error(std::string code, std::string message, const Refusal& refusal);

// An answer: a copy of one message.
class Reply {
 public:
  explicit Reply(const nlmsghdr& message);
  [[nodiscard]] const nlmsghdr& message() const { return *reinterpret_cast<const nlmsghdr*>(bytes_.data()); }

 private:
  std::vector<std::byte> bytes_;
};

struct CloseSocket {
  void operator()(mnl_socket* socket) const;
};
using SocketHandle = std::unique_ptr<mnl_socket, CloseSocket>;

class Socket {
 public:
  static Result<Socket> open();

  // Sends `request` and returns what came back, once the kernel has said that this was all.
  std::expected<std::vector<Reply>, Refusal> ask(Message& request);

 private:
  explicit Socket(SocketHandle handle) : handle_(std::move(handle)) {}
  std::expected<std::vector<Reply>, Refusal> ask_once(Message& request, bool& torn);

  SocketHandle handle_;
  std::uint32_t sequence_ = 0;
};

}  // namespace guideway::netlink
