// What replay needs of a home: one frame in, a verdict and perhaps a frame out, at a given time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "core/forward/verdict.h"

namespace guideway::dataplane {

struct Ran {
  core::Action action = core::Action::drop;
  std::vector<std::uint8_t> frame;  // as it would be sent or passed on
};

class Runner {
 public:
  virtual ~Runner() = default;
  virtual Result<Ran> run(std::span<const std::uint8_t> frame, std::uint64_t nanoseconds) = 0;
};

}  // namespace guideway::dataplane
