// When results change a state: `rise` good ones in a row make a target healthy, `fall` bad ones in a row
// unhealthy; the first result of all decides at once, as there is nothing yet to hold on to. One result
// that agrees with the state forgets all that spoke against it.
#pragma once

#include <cstdint>

namespace guideway::health {

enum class State : std::uint8_t { unknown, healthy, unhealthy };

constexpr const char* to_text(State state) {
  return state == State::unknown ? "unknown" : state == State::healthy ? "healthy" : "unhealthy";
}

struct Standing {
  State state = State::unknown;
  unsigned against = 0;  // results in a row that speak against `state`

  friend bool operator==(const Standing&, const Standing&) = default;
};

// The standing after one more result.
constexpr Standing after(Standing standing, bool good, unsigned rise, unsigned fall) {
  const State says = good ? State::healthy : State::unhealthy;
  if (standing.state == State::unknown || standing.state == says) return {.state = says};
  const unsigned against = standing.against + 1;
  if (against >= (good ? rise : fall)) return {.state = says};
  return {.state = standing.state, .against = against};
}

}  // namespace guideway::health
