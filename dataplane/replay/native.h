// The core as native code, a frame at a time.
#pragma once

#include "dataplane/memory.h"
#include "dataplane/replay/runner.h"

namespace guideway::dataplane {

class NativeRunner final : public Runner {
 public:
  explicit NativeRunner(const Memory& memory) : memory_(memory) {}
  Result<Ran> run(std::span<const std::uint8_t> frame, std::uint64_t nanoseconds) override;

 private:
  Memory memory_;
};

}  // namespace guideway::dataplane
