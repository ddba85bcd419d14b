// Counts the steps of an experiment, and tells who waits.
#pragma once

#include <cstddef>

#include "sim/experiment.h"

namespace guideway::sim {

class Progress {
 public:
  Progress(const Context& context, std::size_t steps) : context_(context), steps_(steps) {}

  void step() {
    ++done_;
    context_.progress(static_cast<double>(done_) / static_cast<double>(steps_));
  }

 private:
  const Context& context_;
  std::size_t steps_, done_ = 0;
};

}  // namespace guideway::sim
