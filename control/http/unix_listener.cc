#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "base/system_error.h"
#include "control/http/listener.h"

namespace guideway::http {
namespace {

constexpr int backlog = 128;

std::string other_path_hint() { return "set api.socket to another path, or stop what uses this one"; }

std::optional<sockaddr_un> unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) return std::nullopt;
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

template <class Address>
const sockaddr* generic(const Address& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

// Holds the lock of `directory` until it is closed.
Result<Descriptor> lock(const std::filesystem::path& directory) {
  Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0)
    return std::unexpected(system_error("socket.no-directory", "cannot open " + directory.string(),
                                        "make it, or set api.socket to another path"));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() > deadline)
      return std::unexpected(system_error("socket.locked", "cannot lock " + directory.string(),
                                          "another daemon may be starting: try again"));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return opened;
}

std::string peer_of(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0) return "another process";
  std::string name;
  std::getline(std::ifstream(fmt::format("/proc/{}/comm", peer.pid)), name);
  return fmt::format("process {} ({})", peer.pid, name.empty() ? "unknown" : name);
}

// Removes the file of a daemon that is gone; an error where it is not gone, or is no daemon's.
Result<void> clear_away(const std::string& path, const sockaddr_un& address) {
  struct stat file{};
  if (::lstat(path.c_str(), &file) != 0) {
    if (errno == ENOENT) return {};
    return std::unexpected(system_error("socket.no-directory", "cannot look at " + path, other_path_hint()));
  }
  if (!S_ISSOCK(file.st_mode))
    return std::unexpected(Error{"socket.not-a-socket", path + " exists and is not a socket",
                                 "remove it, or set api.socket to another path"});

  const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (::connect(probe.get(), generic(address), sizeof address) == 0)
    return std::unexpected(
        Error{"socket.in-use", fmt::format("{} is in use by {}", path, peer_of(probe.get())), other_path_hint()});
  if (errno != ECONNREFUSED)
    return std::unexpected(
        system_error("socket.in-use", "cannot tell whether " + path + " is in use", other_path_hint()));
  if (::unlink(path.c_str()) != 0)
    return std::unexpected(system_error("socket.stale", "cannot remove the stale socket " + path, "remove it by hand"));
  return {};
}

}  // namespace

Result<Listener> Listener::unix_socket(const std::string& path) {
  const auto address = unix_address(path);
  if (!address)
    return std::unexpected(Error{"socket.path-length", fmt::format("\"{}\" is no path for a unix socket", path),
                                 "it takes 1 to 107 bytes"});
  std::filesystem::path directory = std::filesystem::path(path).parent_path();
  if (directory.empty()) directory = ".";
  ::mkdir(directory.c_str(), 0755);  // where this fails, the next step says so
  const auto locked = lock(directory);
  if (!locked) return std::unexpected(locked.error());
  if (const auto cleared = clear_away(path, *address); !cleared) return std::unexpected(cleared.error());

  Descriptor opened(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  // The file's mode is the socket's less the umask: never wider than wanted, and then exactly it.
  if (opened.get() < 0 || ::fchmod(opened.get(), 0660) != 0 ||
      ::bind(opened.get(), generic(*address), sizeof *address) != 0 || ::chmod(path.c_str(), 0660) != 0 ||
      ::listen(opened.get(), backlog) != 0)
    return std::unexpected(
        system_error("socket.listen", "cannot listen at " + path, "is its directory writable for this user?"));
  Listener listener(AF_UNIX, std::move(opened), path);
  listener.file_ = FileId::of(path);
  return listener;
}

}  // namespace guideway::http
