#include "sim/support/text.h"

#include <array>
#include <charconv>

namespace guideway::sim {

std::string fixed(double value, int places) {
  std::array<char, 400> digits;  // the largest double has 309 before its point
  const auto end = std::to_chars(digits.begin(), digits.end(), value, std::chars_format::fixed, places);
  return {digits.data(), end.ptr};
}

std::string percent(double share, int places) { return fixed(100 * share, places) + " %"; }

std::string shortest(double value) {
  std::array<char, 40> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), value);
  return {digits.data(), end.ptr};
}

}  // namespace guideway::sim
