// The program that `run` attaches, in the kernel, a frame at a time by BPF_PROG_TEST_RUN.
#pragma once

#include "dataplane/replay/runner.h"
#include "dataplane/xdp/object.h"

namespace guideway::dataplane {

class TestRunner final : public Runner {
 public:
  // `object` was loaded with Clock::from_root and outlives the runner.
  explicit TestRunner(XdpObject& object) : object_(object) {}
  Result<Ran> run(std::span<const std::uint8_t> frame, std::uint64_t nanoseconds) override;

 private:
  XdpObject& object_;
};

}  // namespace guideway::dataplane
