// What each backend of each pool may get now: health, an operator's drains and panic, put together. Pure
// functions over the desired state and a way to ask for health.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "control/config/model.h"
#include "control/daemon/drains.h"
#include "control/health/target.h"
#include "control/health/verdict.h"
#include "control/snapshot.h"

namespace guideway::daemon {

// The check of each backend of each pool. None for a pool without checks, or that no service uses.
using PoolTargets = std::vector<std::optional<health::Target>>;
std::vector<PoolTargets> pool_targets(const config::Config& config);

// Every target once.
std::vector<health::Target> distinct(const std::vector<PoolTargets>& targets);

using AskHealth = std::function<health::State(const health::Target&)>;

// By pool.
std::vector<health::Verdict> decide(const config::Config& config, const std::vector<PoolTargets>& targets,
                                    const Drains& drains, const AskHealth& health);

control::Standings standings(const std::vector<health::Verdict>& verdicts);

}  // namespace guideway::daemon
