// The answer for one backend: where its packets go next, or why that is not known.
#pragma once

#include <string>

#include "dataplane/snapshot.h"

namespace guideway::neighbour {

struct Resolution {
  dataplane::NextHop hop;  // interface 0: unresolved
  std::string reason;      // why it is unresolved: "no route", "neighbour 10.0.0.1 does not answer"; else empty
  bool pending = false;    // unresolved, and the answer is still awaited

  [[nodiscard]] bool resolved() const { return hop.interface != 0; }
  friend bool operator==(const Resolution&, const Resolution&) = default;
};

}  // namespace guideway::neighbour
