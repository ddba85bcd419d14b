#include "control/netlink/monitor.h"

#include <libmnl/libmnl.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>

#include "base/netlink/socket.h"
#include "base/system_error.h"

namespace guideway::netlink {
namespace {

constexpr int receive_buffer = 1 << 20;
constexpr int reads_a_turn = 64;  // then others of the loop have theirs

}  // namespace

// The loop may still hold a handler when the monitor goes: handlers hold the reader weakly.
class Monitor::Reader : public std::enable_shared_from_this<Reader> {
 public:
  Reader(boost::asio::io_context& loop, SocketHandle socket, OnMessage on_message, OnLoss on_loss)
      : socket_(std::move(socket)),
        descriptor_(loop, mnl_socket_get_fd(socket_.get())),
        on_message_(std::move(on_message)),
        on_loss_(std::move(on_loss)) {}
  ~Reader() { descriptor_.release(); }  // libmnl closes it

  void wait() {
    descriptor_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                           [weak = weak_from_this()](boost::system::error_code error) {
                             const auto self = weak.lock();
                             if (!self || error) return;
                             for (int i = 0; i < reads_a_turn && self->read(); ++i) {
                             }
                             self->wait();
                           });
  }

 private:
  bool read() {  // whether there may be more
    alignas(nlmsghdr) std::array<char, 32768> buffer;
    const ssize_t received = mnl_socket_recvfrom(socket_.get(), buffer.data(), buffer.size());
    if (received < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (received < 0) {
      on_loss_();
      return false;
    }
    int left = static_cast<int>(received);
    for (const auto* message = reinterpret_cast<const nlmsghdr*>(buffer.data()); mnl_nlmsg_ok(message, left);
         message = mnl_nlmsg_next(message, &left))
      on_message_(*message);
    return true;
  }

  SocketHandle socket_;
  boost::asio::posix::stream_descriptor descriptor_;
  OnMessage on_message_;
  OnLoss on_loss_;
};

Monitor::Monitor(std::shared_ptr<Reader> reader) : reader_(std::move(reader)) {}
Monitor::~Monitor() = default;
Monitor::Monitor(Monitor&&) noexcept = default;
Monitor& Monitor::operator=(Monitor&&) noexcept = default;

Result<Monitor> Monitor::open(boost::asio::io_context& loop, std::span<const unsigned> groups, OnMessage on_message,
                              OnLoss on_loss) {
  SocketHandle socket(mnl_socket_open2(NETLINK_ROUTE, SOCK_CLOEXEC | SOCK_NONBLOCK));
  bool open = socket && mnl_socket_bind(socket.get(), 0, MNL_SOCKET_AUTOPID) == 0;
  for (unsigned group : groups)
    open = open && mnl_socket_setsockopt(socket.get(), NETLINK_ADD_MEMBERSHIP, &group, sizeof group) == 0;
  if (!open) return std::unexpected(system_error("netlink.no-socket", "cannot listen to routing netlink"));

  const int fd = mnl_socket_get_fd(socket.get());  // beyond net.core.rmem_max where we may
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &receive_buffer, sizeof receive_buffer) != 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);

  try {
    auto reader = std::make_shared<Reader>(loop, std::move(socket), std::move(on_message), std::move(on_loss));
    reader->wait();
    return Monitor(std::move(reader));
  } catch (const boost::system::system_error& error) {
    return std::unexpected(Error{"netlink.no-socket", error.what(), {}, Exit::failure});
  }
}

}  // namespace guideway::netlink
