// What a running daemon holds, in the order in which it comes to be. No behaviour: the verbs are beside it, a file
// each (change, announcing, reload, status, sample), and run.cc says in what order they happen.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "control/announce/announcer.h"
#include "control/config/model.h"
#include "control/daemon/drains.h"
#include "control/daemon/standing.h"
#include "control/health/monitor.h"
#include "control/neighbour/resolver.h"
#include "control/snapshot.h"
#include "dataplane/publish.h"
#include "dataplane/xdp/attachment.h"
#include "dataplane/xdp/object.h"

namespace guideway::daemon {

struct Running {
  std::string file;  // the configuration's, as given
  config::Config config;
  Drains drains;
  dataplane::XdpObject object;
  dataplane::Publisher publisher;
  announce::Announcer announcer;

  // Of the configuration in force.
  std::vector<PoolTargets> targets;
  std::vector<health::Verdict> verdicts;
  control::Tables tables;
  control::Computed computed;

  std::unique_ptr<health::Monitor> monitor;
  std::optional<neighbour::Resolver> resolver;
  std::optional<dataplane::Attachment> attachment;
  std::set<Address> announced;
  const std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
  bool ready = false;  // the first time that next hops are known; VIPs are not announced before
};

std::set<Address> vips(const config::Config& config);

// The tick that packets see now: CLOCK_MONOTONIC, as the program's.
core::Tick now();

}  // namespace guideway::daemon
