#include "control/daemon/lock.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/system_error.h"

namespace guideway::daemon {

Result<Descriptor> lock_interface(const std::string& interface) {
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) return std::unexpected(system_error("run.lock", "cannot make the lock of interface " + interface));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "guideway/" + interface;  // behind a zero byte: abstract
  std::memcpy(address.sun_path + 1, name.data(), std::min(name.size(), sizeof address.sun_path - 1));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) return socket;
  if (errno == EADDRINUSE)
    return std::unexpected(Error{"run.already", "another guideway runs on interface " + interface,
                                 "change that one's configuration and `guideway reload`, or stop it first"});
  return std::unexpected(system_error("run.lock", "cannot take the lock of interface " + interface));
}

}  // namespace guideway::daemon
