// What became of a frame, and why: one closed list of reasons, each with its action. It names the
// counters, the texts and the README's rows.
#pragma once

#include <stdint.h>

namespace guideway::backend {

enum class Action : uint8_t { pass, drop };

enum class Reason : uint8_t {
#define REASON(name, action, text) name,
#include "backend/reasons.def"
#undef REASON
};

constexpr uint32_t reason_count = 0
#define REASON(name, action, text) +1
#include "backend/reasons.def"
#undef REASON
    ;

constexpr Action action_of(Reason reason) {
  switch (reason) {
#define REASON(name, action, text) \
  case Reason::name: return Action::action;
#include "backend/reasons.def"
#undef REASON
  }
  return Action::drop;
}

constexpr const char* name_of(Reason reason) {
  switch (reason) {
#define REASON(name, action, text) \
  case Reason::name: return #name;
#include "backend/reasons.def"
#undef REASON
  }
  return "unknown";
}

constexpr const char* text_of(Reason reason) {
  switch (reason) {
#define REASON(name, action, text) \
  case Reason::name: return text;
#include "backend/reasons.def"
#undef REASON
  }
  return "";
}

}  // namespace guideway::backend
