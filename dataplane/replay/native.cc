#include "dataplane/replay/native.h"

#include <algorithm>

#include "core/forward/forward.h"
#include "core/wire/frame.h"

namespace guideway::dataplane {

Result<Ran> NativeRunner::run(std::span<const std::uint8_t> bytes, std::uint64_t nanoseconds) {
  constexpr std::size_t headroom = 256;  // as much as XDP guarantees
  std::vector<std::uint8_t> buffer(headroom + bytes.size());
  std::ranges::copy(bytes, buffer.begin() + headroom);
  core::Frame frame(buffer.data(), buffer.data() + headroom, buffer.data() + buffer.size());

  const View<true> view(memory_);
  const core::Reason reason = core::forward(frame, view, core::tick_of(nanoseconds));
  view.count_reason(reason);
  return Ran{core::action_of(reason), {frame.data(), frame.data() + frame.length()}};
}

}  // namespace guideway::dataplane
