// A client that sends bytes as the test says, well-formed or not.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/descriptor.h"

namespace guideway::test {

class RawClient {
 public:
  explicit RawClient(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("cannot connect to " + path);
  }

  bool send(std::string_view text) const {
    return ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }

  // What the server sends until `end` has come (or, for an empty one, until it closes), or ten seconds
  // have passed.
  [[nodiscard]] std::string receive(std::string_view end = {}) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    std::string text;
    char piece[4096];
    while (end.empty() || text.find(end) == std::string::npos) {
      pollfd entry{.fd = socket_.get(), .events = POLLIN, .revents = 0};
      if (::poll(&entry, 1, 50) <= 0) {
        if (std::chrono::steady_clock::now() > deadline) return text + "[nothing more within ten seconds]";
        continue;
      }
      const ssize_t size = ::recv(socket_.get(), piece, sizeof piece, 0);
      if (size <= 0) break;
      text.append(piece, static_cast<std::size_t>(size));
    }
    return text;
  }

 private:
  Descriptor socket_;
};

}  // namespace guideway::test
