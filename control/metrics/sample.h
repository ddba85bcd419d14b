// What the metrics say, as plain values that the daemon fills in at each scrape. Texts are names as the
// configuration, or the data plane's list of reasons, has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace guideway::metrics {

struct Traffic {
  std::uint64_t packets = 0, bytes = 0;
};

struct Service {
  std::string name;
  Traffic traffic;
};

struct Backend {  // one of each (name, address), however many pools have it
  std::string name, address;
  Traffic traffic;
  bool up = false;        // it may be given new flows
  bool draining = false;  // it keeps its flows and gets no new ones
};

struct Member {  // a backend in a pool
  std::string backend;
  bool healthy = false;
  unsigned weight = 0;
  std::uint64_t slots = 0;  // of the pool's table that are its own
};

struct Pool {
  std::string name;
  bool panic = false;
  std::uint64_t table_size = 0;
  std::string table_digest;  // empty: it has no table
  std::vector<Member> members;
};

struct Reason {
  std::string name, verdict;
  std::uint64_t packets = 0;
};

struct FlowTable {
  std::uint64_t capacity = 0;
  std::uint64_t tentative = 0, established = 0, closing = 0, udp = 0;  // entries, by state
  std::uint64_t inserts = 0;
};

struct HealthChecks {
  std::uint64_t good = 0, bad = 0, inconclusive = 0;  // results since the start
  std::uint64_t under_way = 0;
  double seconds_behind = 0;  // how long the earliest check that waits is overdue
};

struct Vip {
  std::string address;
  bool announced = false;
};

struct Sample {
  std::string version;
  std::string driver;     // "xdp native", "xdp generic"
  double start_time = 0;  // seconds since the epoch
  std::uint64_t generation = 0;
  std::vector<Service> services;
  std::vector<Backend> backends;
  std::vector<Pool> pools;
  std::vector<Reason> reasons;
  FlowTable flow_table;
  HealthChecks health_checks;
  std::vector<Vip> vips;
};

}  // namespace guideway::metrics
