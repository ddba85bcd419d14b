// The API from the other end, for the commands that ask the running daemon.
#pragma once

#include <string>

#include "control/api/handlers.h"

namespace guideway::api {

class Client {
 public:
  explicit Client(std::string socket) : socket_(std::move(socket)) {}

  // The answer's object; or the daemon's refusal with its details; or that there is no daemon to ask.
  [[nodiscard]] Reply status() const;
  [[nodiscard]] Reply trace(const std::string& protocol, const std::string& source,
                            const std::string& destination) const;
  [[nodiscard]] Reply reload() const;
  [[nodiscard]] Reply drain(const std::string& backend, bool drained) const;
  [[nodiscard]] Reply version() const;

 private:
  [[nodiscard]] Reply ask(const char* method, const std::string& target) const;

  std::string socket_;
};

}  // namespace guideway::api
