// The closed list of reasons as user space speaks of it: names for counters, labels and traces.
#pragma once

#include <string_view>

#include "core/forward/verdict.h"

namespace guideway::dataplane {

std::string_view name(core::Reason reason);
std::string_view text(core::Reason reason);
std::string_view name(core::Action action);  // "tx", "pass", "drop"

}  // namespace guideway::dataplane
