// A TCP server on loopback, in a thread of its own, that treats each connection as badly as a test
// wants: it hands the accepted socket to a function.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>
#include <thread>

namespace guideway::test {

class TcpServer {
 public:
  // `treat` gets the connection and whether to go on; the socket is closed when it returns.
  using Treat = std::function<void(int connection, const std::function<bool()>& go_on)>;

  explicit TcpServer(Treat treat);
  ~TcpServer();
  TcpServer(const TcpServer&) = delete;
  TcpServer& operator=(const TcpServer&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] unsigned accepted() const { return accepted_; }

 private:
  void serve();

  Treat treat_;
  int listener_;
  std::uint16_t port_;
  std::atomic<bool> stop_ = false;
  std::atomic<unsigned> accepted_ = 0;
  std::thread thread_;
};

// A port of loopback on which nobody listens, and which nobody else gets meanwhile.
class ClosedPort {
 public:
  ClosedPort();
  ~ClosedPort();
  ClosedPort(const ClosedPort&) = delete;
  ClosedPort& operator=(const ClosedPort&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  void listen(int backlog) const;  // not closed any more

 private:
  int socket_;
  std::uint16_t port_;
};

bool send_text(int connection, std::string_view text);  // false: the other end is gone
bool receives_byte(int connection);                     // or the other end is gone without one
void send_byte(std::uint16_t port);                     // over a connection of its own
void wait_for_end(int connection, const std::function<bool()>& go_on);

}  // namespace guideway::test
