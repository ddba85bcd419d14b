// What can only be judged when every section has been read: names that must be unique, settings that
// must fit each other, addresses that must not meet.
#pragma once

#include "control/config/draft.h"
#include "control/config/report.h"

namespace guideway::config {

void check_pools(Draft& draft, Report& report);     // within each pool; fills in weights
void check_services(Draft& draft, Report& report);  // finds their pools
void check_probes(Draft& draft, Report& report);    // a port for every health check
void check_addresses(const Draft& draft, Report& report);
void check_identities(const Draft& draft, Report& report);  // backends across pools

}  // namespace guideway::config
