// A packet that read which snapshot is in force, and was then held up: it goes on with that one.
#pragma once

#include "core/forward/forward.h"
#include "core/wire/frame.h"
#include "tests/world/world.h"

namespace guideway::test {

class StaleView : public dataplane::View<true> {
 public:
  StaleView(const dataplane::Memory& memory, std::uint64_t read) : View(memory), read_(read) {}
  [[nodiscard]] std::uint64_t active() const { return read_; }

 private:
  std::uint64_t read_;
};

inline Outcome forward_stale(const dataplane::Memory& memory, std::uint64_t active, Bytes bytes, core::Tick now) {
  constexpr std::size_t headroom = 64;
  bytes.insert(bytes.begin(), headroom, 0);
  core::Frame frame(bytes.data(), bytes.data() + headroom, bytes.data() + bytes.size());
  const core::Reason reason = core::forward(frame, StaleView(memory, active), now);
  return {reason, {frame.data(), frame.data() + frame.length()}};
}

}  // namespace guideway::test
