// Servers that each have some workers and one queue, first come first served.
//
// The only events that must be kept are departures, one a busy worker, in a heap; who drives the farm knows when the
// next request arrives. Departures at the same time come in the order in which service began, so that a run
// never depends on how the heap breaks ties.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

namespace guideway::sim {

struct Request {
  std::uint64_t number = 0;
  double arrived = 0;
  double work = 0;             // how long it takes at speed 1
  std::uint32_t balancer = 0;  // who gave it, and is told when it is done
};

struct ServerShape {
  double speed = 1;           // work a worker does in a unit of time
  std::uint32_t workers = 1;  // requests served at once

  double capacity() const { return speed * workers; }
};

struct Departure {
  double time = 0;
  std::uint64_t order = 0;
  std::uint32_t server = 0;
  Request request{};
};

class Farm {
 public:
  explicit Farm(std::span<const ServerShape> shapes);

  // To be called in order of time, and after leave() has given all departures up to `now`.
  void arrive(double now, std::uint32_t server, const Request& request);

  // The next departure, if it is at `until` or before; the request that waited longest is then served.
  std::optional<Departure> leave(double until);

 private:
  struct Server {
    double speed;
    std::uint32_t idle;  // workers
    std::deque<Request> waiting;
  };
  struct Later {
    bool operator()(const Departure& a, const Departure& b) const {
      return std::tie(a.time, a.order) > std::tie(b.time, b.order);
    }
  };

  void serve(double now, std::uint32_t server, const Request& request);

  std::vector<Server> servers_;
  std::priority_queue<Departure, std::vector<Departure>, Later> departures_;
  std::uint64_t begun_ = 0;
};

}  // namespace guideway::sim
