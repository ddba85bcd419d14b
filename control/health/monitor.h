// Keeps every target checked and knows its state. It is told the whole wanted set at once: what stays keeps its
// state and its place in the schedule, what is gone is forgotten, what is new starts. No thread and no
// timer of its own a check, no name to resolve: a check at rest is a few hundred bytes and an entry in one heap.
//
// All in the loop's one thread. Destroy the monitor before the loop.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "control/health/probe.h"
#include "control/health/rise_fall.h"
#include "control/health/target.h"

namespace guideway::health {

struct Results {
  std::uint64_t good = 0, bad = 0, inconclusive = 0;
};

// What is known about one target, for `status`.
struct Report {
  Target target;
  Standing standing;
  Results results{};
  Outcome last{};                              // finding `inconclusive` and no evidence before the first
  std::chrono::system_clock::time_point at{};  // when `last` came in; the epoch before the first
};

class Monitor {
 public:
  struct Options {
    std::uint64_t seed = 0;     // of the jitter; a different one on every balancer and in every run
    std::size_t sockets = 512;  // checks under way at once; the rest wait their turn
  };

  // A change of state, after the fact: state() already answers the new one. `evidence` is one line for
  // the operator: "HTTP 503 from 10.0.0.12:80 (3 of 3)". It may call watch(); it must not destroy the monitor.
  using OnChange = std::function<void(const Target&, bool healthy, const std::string& evidence)>;

  Monitor(boost::asio::io_context& loop, OnChange on_change, Options options);
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  // A new target without an `initial` state starts from what is known of its address and port: a check that a
  // reload has changed does not make a dead backend unknown, and so healthy.
  void watch(const std::vector<Target>& targets);

  // Of a target that is not watched (yet): what other checks of its address and port know, healthy only if
  // all of them say so.
  [[nodiscard]] State state(const Target& target) const;
  [[nodiscard]] std::optional<Report> report(const Target& target) const;  // none: not watched
  [[nodiscard]] std::vector<Report> reports() const;  // in the order in which they came to be watched
  [[nodiscard]] Results results() const;              // of all checks since the start, also of those gone
  [[nodiscard]] std::size_t under_way() const;

  // How long the earliest check that waits for a socket is overdue: more than an interval means that
  // `sockets` is too small for this many targets that do not answer.
  [[nodiscard]] std::chrono::steady_clock::duration behind() const;

 private:
  class Engine;
  std::shared_ptr<Engine> engine_;
};

}  // namespace guideway::health
