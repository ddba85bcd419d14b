#include "tests/health/tcp_server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace guideway::test {
namespace {

int bound_socket(std::uint16_t& port) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (descriptor < 0 || ::bind(descriptor, generic, size) != 0 || ::getsockname(descriptor, generic, &size) != 0)
    throw std::runtime_error("no socket on loopback");
  port = ntohs(address.sin_port);
  return descriptor;
}

bool readable(int descriptor) {
  pollfd entry{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&entry, 1, 10) > 0;
}

}  // namespace

TcpServer::TcpServer(Treat treat) : treat_(std::move(treat)), listener_(bound_socket(port_)) {
  if (::listen(listener_, 128) != 0) throw std::runtime_error("listen");
  thread_ = std::thread([this] { serve(); });
}

TcpServer::~TcpServer() {
  stop_ = true;
  thread_.join();
  ::close(listener_);
}

void TcpServer::serve() {
  while (!stop_) {
    if (!readable(listener_)) continue;
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    ++accepted_;
    treat_(connection, [this] { return !stop_; });
    ::close(connection);
  }
}

ClosedPort::ClosedPort() : socket_(bound_socket(port_)) {}
ClosedPort::~ClosedPort() { ::close(socket_); }
void ClosedPort::listen(int backlog) const {
  if (::listen(socket_, backlog) != 0) throw std::runtime_error("listen");
}

bool send_text(int connection, std::string_view text) {
  return ::send(connection, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

bool receives_byte(int connection) {
  char byte;
  return ::recv(connection, &byte, 1, 0) == 1;
}

void send_byte(std::uint16_t port) {
  const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connected = ::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  const bool sent = connected && send_text(connection, "!");
  ::close(connection);
  if (!sent) throw std::runtime_error("cannot reach the server of this test");
}

void wait_for_end(int connection, const std::function<bool()>& go_on) {
  char buffer[4096];
  while (go_on())
    if (readable(connection) && ::recv(connection, buffer, sizeof buffer, 0) <= 0) return;
}

}  // namespace guideway::test
