#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

#include "base/system_error.h"
#include "control/http/listener.h"

namespace guideway::http {

Result<Listener> Listener::tcp(const Endpoint& endpoint) {
  const bool v4 = endpoint.address.family == Family::ipv4;
  sockaddr_storage address{};
  socklen_t size = v4 ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  if (v4) {
    auto& in = reinterpret_cast<sockaddr_in&>(address);
    in.sin_family = AF_INET;
    in.sin_port = htons(endpoint.port);
    std::memcpy(&in.sin_addr, endpoint.address.bytes, 4);
  } else {
    auto& in6 = reinterpret_cast<sockaddr_in6&>(address);
    in6.sin6_family = AF_INET6;
    in6.sin6_port = htons(endpoint.port);
    std::memcpy(&in6.sin6_addr, endpoint.address.bytes, 16);
  }
  const int family = v4 ? AF_INET : AF_INET6;
  const int yes = 1;
  Descriptor opened(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (opened.get() < 0 || ::setsockopt(opened.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(opened.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(opened.get(), 128) != 0 ||
      ::getsockname(opened.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return std::unexpected(system_error("socket.listen", "cannot listen on " + to_text(endpoint),
                                        "stop what uses it, or choose another address or port"));
  Endpoint bound = endpoint;
  bound.port =
      ntohs(v4 ? reinterpret_cast<sockaddr_in&>(address).sin_port : reinterpret_cast<sockaddr_in6&>(address).sin6_port);
  return Listener(family, std::move(opened), to_text(bound));
}

}  // namespace guideway::http
