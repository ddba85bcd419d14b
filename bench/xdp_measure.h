// The measurement: programs take turns at loads.
#pragma once

#include <array>
#include <vector>

#include "bench/xdp_programs.h"
#include "bench/xdp_world.h"
#include "core/forward/verdict.h"
#include "core/wire/transport.h"
#include "dataplane/xdp/object.h"

namespace guideway::bench {

struct Load {
  const char* name;
  const char* title;
  std::uint32_t flows;
  std::uint8_t tcp_flags;
  Order order;
  core::Reason reason;  // for which packets must be sent
};
constexpr std::array loads{
    Load{"one_flow", "one established flow", 1, core::tcp::ack, Order::random, core::Reason::forwarded_flow},
    Load{"many_flows", "a million established flows, at random", many_flows, core::tcp::ack, Order::random,
         core::Reason::forwarded_flow},
    Load{"new_flows", "a new flow every packet (SYN flood)", 0, core::tcp::syn, Order::sequential,
         core::Reason::forwarded_new},
};

// Nanoseconds a packet. `wrapper` is what running a packet through a program that does nothing takes; the others
// are net of it.
struct Figures {
  double wrapper, floor, ours;
  [[nodiscard]] double ratio() const { return ours / floor; }
};

class Bench {
 public:
  // Loads everything, checks that the programs do what they should, and makes the flows established.
  static Result<Bench> prepare();

  // Medians, by load.
  Result<std::array<Figures, loads.size()>> measure(unsigned rounds);

 private:
  explicit Bench(dataplane::XdpObject object) : object_(std::move(object)) {}
  enum Program : std::size_t { nothing, floor, ours, programs };

  Result<double> run(const Load& load, std::size_t program);

  dataplane::XdpObject object_;
  std::vector<Wrapper> wrappers_;  // by Program
  std::uint64_t next_new_flow_ = many_flows;
};

}  // namespace guideway::bench
