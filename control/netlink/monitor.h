// What the kernel tells of its own accord: notifications of some multicast groups, read by the event loop.
//
// When they come faster than they are read, the kernel drops some and says so (ENOBUFS). The listener
// is then told that it has lost count and must look at everything anew; to enlarge the buffer only
// makes that rarer.
#pragma once

#include <linux/netlink.h>

#include <functional>
#include <memory>
#include <span>

#include "base/error.h"

namespace boost::asio {
class io_context;
}

namespace guideway::netlink {

class Monitor {
 public:
  using OnMessage = std::function<void(const nlmsghdr&)>;
  using OnLoss = std::function<void()>;

  // `groups` are RTNLGRP_ numbers. The functions are called from the loop, never from `open`, and not
  // any more once the monitor is gone.
  static Result<Monitor> open(boost::asio::io_context& loop, std::span<const unsigned> groups, OnMessage on_message,
                              OnLoss on_loss);
  ~Monitor();
  Monitor(Monitor&&) noexcept;
  Monitor& operator=(Monitor&&) noexcept;

 private:
  class Reader;
  explicit Monitor(std::shared_ptr<Reader> reader);
  std::shared_ptr<Reader> reader_;
};

}  // namespace guideway::netlink
