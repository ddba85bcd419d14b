// The clamping program on the way out: a tc filter on the interface's clsact qdisc, which is made where
// it is missing. What it does not decide goes on to the filters of others.
#pragma once

#include <string>

#include "backend/interface.h"
#include "backend/record.h"
#include "base/error.h"
#include "base/undo.h"

namespace guideway::backend {

// Attaches, or replaces ours in one step.
Result<void> attach_filter(const Interface& interface, int program, Record& record, Undo& undo);

// Removes ours, and the qdisc where we made it and nobody uses it.
void detach_filter(const Interface& interface, Record& record);

}  // namespace guideway::backend
