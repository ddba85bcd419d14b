#include "control/neighbour/resolver.h"

#include <linux/rtnetlink.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

#include "control/neighbour/targets.h"
#include "control/netlink/monitor.h"

namespace guideway::neighbour {
namespace {

using namespace std::chrono_literals;

constexpr auto gather = 5ms;  // one change of the network is many notifications
constexpr auto tick = 1s;
constexpr int ticks_between_full_looks = 60;

// Not only routes and neighbours: the kernel removes routes with a link or an address without a word,
// and rules and next-hop objects lead existing routes elsewhere.
constexpr unsigned groups[] = {RTNLGRP_NEIGH,      RTNLGRP_LINK,        RTNLGRP_IPV4_ROUTE,
                               RTNLGRP_IPV6_ROUTE, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR,
                               RTNLGRP_IPV4_RULE,  RTNLGRP_IPV6_RULE,   RTNLGRP_NEXTHOP};

}  // namespace

// The loop may still hold a handler when the resolver goes: handlers hold this weakly.
class Resolver::Work : public std::enable_shared_from_this<Work> {
 public:
  Work(boost::asio::io_context& loop, netlink::Socket socket, std::string interface, OnChange on_change)
      : targets(std::move(socket), std::move(interface), std::move(on_change)), gathering_(loop), ticking_(loop) {}

  Result<void> start(boost::asio::io_context& loop) {
    auto monitor = netlink::Monitor::open(
        loop, groups,
        [this](const nlmsghdr& message) {
          if (targets.doubt(message)) reconcile_soon();
        },
        [this] {
          targets.doubt_everything();
          reconcile_soon();
        });
    if (!monitor) return std::unexpected(std::move(monitor.error()));
    monitor_.emplace(std::move(*monitor));
    wait_for_tick();
    return {};
  }

  Targets targets;

 private:
  template <class Handler>
  void after(boost::asio::steady_timer& timer, std::chrono::milliseconds delay, Handler handler) {
    timer.expires_after(delay);
    timer.async_wait([weak = weak_from_this(), handler](boost::system::error_code error) {
      if (const auto self = weak.lock(); self && !error) handler(*self);
    });
  }

  void reconcile_soon() {
    if (std::exchange(soon_, true)) return;
    after(gathering_, gather, [](Work& work) {
      work.soon_ = false;
      work.targets.reconcile();
    });
  }

  void wait_for_tick() {
    after(ticking_, tick, [](Work& work) {
      work.targets.retry();
      if (++work.ticks_ % ticks_between_full_looks == 0) {
        work.targets.doubt_everything();
        work.reconcile_soon();
      }
      work.wait_for_tick();
    });
  }

  std::optional<netlink::Monitor> monitor_;
  boost::asio::steady_timer gathering_, ticking_;
  bool soon_ = false;
  int ticks_ = 0;
};

Resolver::Resolver(std::shared_ptr<Work> work) : work_(std::move(work)) {}
Resolver::~Resolver() = default;
Resolver::Resolver(Resolver&&) noexcept = default;
Resolver& Resolver::operator=(Resolver&&) noexcept = default;

Result<Resolver> Resolver::open(boost::asio::io_context& loop, std::string interface, OnChange on_change) {
  auto socket = netlink::Socket::open();
  if (!socket) return std::unexpected(std::move(socket.error()));
  if (const auto link = find_link(*socket, interface); !link)
    return std::unexpected(Error{"neighbour.no-interface", "no interface " + interface,
                                 "set node.interface to one that `ip link` lists", Exit::failure});
  auto work = std::make_shared<Work>(loop, std::move(*socket), std::move(interface), std::move(on_change));
  if (auto started = work->start(loop); !started) return std::unexpected(std::move(started.error()));
  return Resolver(std::move(work));
}

void Resolver::watch(const std::vector<Address>& addresses) { work_->targets.watch(addresses); }
std::optional<Resolution> Resolver::look_up(const Address& address) const { return work_->targets.look_up(address); }
bool Resolver::settled() const { return work_->targets.settled(); }

Result<void> let_go(const std::string& interface) {
  auto socket = netlink::Socket::open();
  if (!socket) return std::unexpected(std::move(socket.error()));
  const auto link = find_link(*socket, interface);
  if (!link) return {};  // its entries went with it
  const auto kept = kept_fresh(*socket, link->index);
  if (!kept) return std::unexpected(netlink::to_error("neighbour.let-go", "cannot read the neighbours", kept.error()));
  for (const Address& address : *kept)
    if (const auto done = let_go(*socket, {link->index, address}); !done)
      return std::unexpected(netlink::to_error("neighbour.let-go", "neighbour " + to_text(address), done.error()));
  return {};
}

}  // namespace guideway::neighbour
