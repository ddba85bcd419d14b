// A small HTTP/1.1 server in the loop's one thread, for an API on a unix socket and for metrics on
// loopback. Its limits are what keeps a daemon that forwards packets safe from its own listeners: header and
// body are bounded, whoever is too slow is hung up on, and only so many connections are served at once;
// the next ones wait in the kernel's queue.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "control/http/listener.h"
#include "control/http/message.h"

namespace boost::asio {
class io_context;
}

namespace guideway::http {

struct Limits {
  std::uint32_t header = 8 * 1024;   // bytes
  std::uint64_t body = 1024 * 1024;  // bytes
  std::size_t connections = 64;
  std::chrono::milliseconds request{10'000};  // from the connection, or the last answer, to the request's end
  std::chrono::milliseconds answer{10'000};   // to hand the whole answer over
};

// Whom a server works for.
struct Service {
  Handler handle;
  Refuse refuse = refuse_plainly;
  Limits limits{};
};

class Server {
 public:
  // The handler runs in the loop and must not destroy the server. If it throws, the answer is 500.
  Server(boost::asio::io_context& loop, Listener listener, Service service);
  ~Server();  // hangs up on everyone; the handler is not called any more
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] const std::string& name() const;  // where it listens

 private:
  class Core;
  std::shared_ptr<Core> core_;
};

}  // namespace guideway::http
