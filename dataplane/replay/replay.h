// A capture through the packet's way: what would be sent, in order.
#pragma once

#include <array>
#include <string>

#include "core/forward/verdict.h"
#include "dataplane/replay/runner.h"

namespace guideway::dataplane {

struct ReplayResult {
  std::uint64_t packets = 0, tx = 0, pass = 0, drop = 0;
};

// A frame that the capture cut short is as short as it was captured: `truncated` then says so.
Result<ReplayResult> replay(const std::string& in, const std::string& out, Runner& runner);

}  // namespace guideway::dataplane
