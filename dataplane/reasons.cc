#include "dataplane/reasons.h"

namespace guideway::dataplane {

std::string_view name(core::Reason reason) {
  switch (reason) {
#define REASON(name, action, text) \
  case core::Reason::name: return #name;
#include "core/forward/reasons.def"
#undef REASON
  }
  return "unknown";
}

std::string_view text(core::Reason reason) {
  switch (reason) {
#define REASON(name, action, text) \
  case core::Reason::name: return text;
#include "core/forward/reasons.def"
#undef REASON
  }
  return "a reason that this version does not know";
}

std::string_view name(core::Action action) {
  switch (action) {
    case core::Action::pass: return "pass";
    case core::Action::tx: return "tx";
    case core::Action::drop: return "drop";
  }
  return "unknown";
}

}  // namespace guideway::dataplane
