// Next hops of backends: for each address the interface, the two MAC addresses and the MTU that its
// packets take, resolved before the first packet needs them, and followed as they change.
//
// The data plane writes Ethernet headers itself, so nobody resolves neighbours on its behalf: this does.
// Every answer is the kernel's own (route, link and neighbour are asked for, never copied); its notifications
// only say when to ask again, and are gathered for a few milliseconds first. When some were lost,
// and now and then in any case, everything is asked for again: a path MTU ends without a notification.
//
// One interface carries all: a route by way of another is reported as unresolved, with the reason.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "control/neighbour/resolution.h"

namespace boost::asio {
class io_context;
}

namespace guideway::neighbour {

class Resolver {
 public:
  // Called for each address that is watched: when it is new, and then whenever its answer changes. It is
  // called from `watch` and from the loop, and must not call `watch` itself.
  using OnChange = std::function<void(const Address&, const Resolution&)>;

  // `interface` is a name: an interface that is made anew under it is followed.
  static Result<Resolver> open(boost::asio::io_context& loop, std::string interface, OnChange on_change);
  ~Resolver();  // what was resolved stays so, as the data plane goes on; `let_go` ends it
  Resolver(Resolver&&) noexcept;
  Resolver& operator=(Resolver&&) noexcept;

  // The addresses to watch from now on; those that were watched before keep what is known of them.
  void watch(const std::vector<Address>& addresses);

  [[nodiscard]] std::optional<Resolution> look_up(const Address& address) const;

  // Whether each address has an answer, if only that it has none. It takes about three seconds until the
  // kernel gives a silent neighbour up; each step there was a call of `on_change`.
  [[nodiscard]] bool settled() const;

 private:
  class Work;
  explicit Resolver(std::shared_ptr<Work> work);
  std::shared_ptr<Work> work_;
};

// For `detach`: the kernel need no longer keep fresh what a resolver on `interface` wanted.
Result<void> let_go(const std::string& interface);

}  // namespace guideway::neighbour
