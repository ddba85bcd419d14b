// What sources say of latency, held against what was measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/report.h"

namespace guideway::sim {

struct LatencyRow {
  std::string scenario;
  std::uint64_t balancers = 1;
  std::uint64_t utilisation = 0;  // percent
  std::string policy;
  double mean = 0, p50 = 0, p99 = 0;
  double error = 0;    // standard, of the p99
  double busiest = 0;  // percent of its capacity asked of the busiest server
};

using LatencyRows = std::vector<LatencyRow>;

// Findings for which the rows are there. The theory is one of servers with one worker.
std::vector<Finding> latency_findings(const LatencyRows& rows, bool one_worker);

}  // namespace guideway::sim
