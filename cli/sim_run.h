// Running experiments from a terminal: with the clock of this machine and a bar that says how far they are.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "sim/experiment.h"

namespace guideway::cli {

Result<sim::Report> run_with_bar(const sim::Experiment& experiment, const sim::Settings& settings);

struct SimAll {
  std::string folder;
  std::string seed = "1";
};

// Runs experiments, all or those named, and writes report.md, a plot each as SVG and each report as JSON into the
// folder. Errors besides the experiments' own: sim.cannot-write.
Result<void> write_all(const SimAll& options, const std::vector<std::string>& names = {});

}  // namespace guideway::cli
