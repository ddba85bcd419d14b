// A configuration as a data plane of this process's own, for the verbs that need no daemon: all backends
// healthy, every next hop known, an MTU of 1500.
#pragma once

#include <string>

#include "base/error.h"
#include "control/config/model.h"
#include "control/snapshot.h"
#include "dataplane/memory.h"
#include "dataplane/publish.h"

namespace guideway::cli {

struct Offline {
  config::Config config;
  control::Computed computed;
};

// What is wrong with the file, and warnings, go to stderr, a line each; the error is their sum.
Result<Offline> load_offline(const std::string& file);

// Publishes it into `memory`, next hops included.
Result<dataplane::Publisher> publish_offline(const Offline& offline, const dataplane::Memory& memory,
                                             const Mac& next_hop);

// Locally administered addresses that stand for the router and for ourselves.
constexpr Mac default_next_hop{0x02, 0x67, 0x77, 0x00, 0x00, 0xfe};
constexpr Mac default_source{0x02, 0x67, 0x77, 0x00, 0x00, 0x01};

}  // namespace guideway::cli
