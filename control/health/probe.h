// One check of one target: connect, and for HTTP one GET of which only the answer's header is read.
//
// A result is evidence about the backend or it is nothing. Where this node could not even try (no file
// descriptor, no route, no source address, a local firewall), the finding is `inconclusive` and counts in neither
// direction: only a backend's health, never a local fault, may change a table, or balancers disagree.
// What connect() itself refuses is local; what comes back afterwards is the backend's doing.
//
// One deadline covers all of it, so a server that drips its answer byte by byte gains nothing. The
// connection ends with a reset: thousands of checks a second would otherwise leave a TIME_WAIT socket each.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "control/health/target.h"

namespace boost::asio {
class io_context;
}

namespace guideway::health {

enum class Finding : std::uint8_t { good, bad, inconclusive };

struct Outcome {
  Finding finding = Finding::inconclusive;
  std::string evidence{};  // one line: "HTTP 503 from 10.0.0.12:80", "connect to 10.0.0.12:80: Connection refused"
  std::chrono::steady_clock::duration took{};
};

// A check under way. Destroying it abandons the check: `done` is not called any more.
class Probe {
 public:
  using Done = std::function<void(Outcome)>;

  // `done` is called once, from the loop, never from here; it may destroy the probe.
  Probe(boost::asio::io_context& loop, const Target& target, Done done);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

 private:
  struct Connection;
  std::shared_ptr<Connection> connection_;
};

}  // namespace guideway::health
