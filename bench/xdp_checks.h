// What must hold before a figure means anything.
#pragma once

#include "base/error.h"
#include "dataplane/xdp/object.h"

namespace guideway::bench {

// The program sends the frames that the core sends as native code, flow by flow.
Result<void> check_same_as_native(dataplane::XdpObject& object);

// How many packets were sent for a reason, so far.
std::uint64_t sent_for(const dataplane::Memory& memory, core::Reason reason);

// Of `packets`, all but two in a hundred (about as many meet a full line of the flow table at this fill) were sent for
// `reason`, since its counter stood at `before`.
Result<void> check_sent_for(const dataplane::Memory& memory, core::Reason reason, std::uint64_t before,
                            std::uint32_t packets);

}  // namespace guideway::bench
