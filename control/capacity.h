// How much memory a configuration's data plane gets at its start: room for three times its tables, so that
// a change finds place for its new ones beside those in force, and the pools may grow.
#pragma once

#include "control/config/model.h"
#include "dataplane/memory.h"
#include "dataplane/snapshot.h"

namespace guideway::control {

dataplane::Capacity capacity_for(const config::Config& config, const dataplane::Snapshot& snapshot);

}  // namespace guideway::control
