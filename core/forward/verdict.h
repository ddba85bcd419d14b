// What becomes of a packet, and why: one closed list of reasons, each with its action.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

enum class Action : uint8_t { pass, tx, drop };

enum class Reason : uint8_t {
#define REASON(name, action, text) name,
#include "core/forward/reasons.def"
#undef REASON
};

constexpr uint32_t reason_count = 0
#define REASON(name, action, text) +1
#include "core/forward/reasons.def"
#undef REASON
    ;

// Nothing found (yet) that would decide.
constexpr Reason no_reason = static_cast<Reason>(reason_count);

GUIDEWAY_INLINE constexpr Action action_of(Reason reason) {
  switch (reason) {
#define REASON(name, action, text) \
  case Reason::name: return Action::action;
#include "core/forward/reasons.def"
#undef REASON
  }
  return Action::drop;
}

}  // namespace guideway::core
