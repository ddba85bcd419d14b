// By printf, as not every C++ library that this is built with has to_chars() for floating point (that of WebAssembly
// has not).
#include "sim/support/text.h"

#include <cstdio>
#include <cstdlib>

namespace guideway::sim {

namespace {

std::string printed(const char* format, int places, double value) {
  char text[400];  // the largest double has 309 digits before its point
  const int length = std::snprintf(text, sizeof text, format, places, value);
  return {text, static_cast<std::size_t>(length)};
}

}  // namespace

std::string fixed(double value, int places) { return printed("%.*f", places, value); }

std::string percent(double share, int places) { return fixed(100 * share, places) + " %"; }

std::string shortest(double value) {
  for (int digits = 15; digits < 17; ++digits)
    if (auto text = printed("%.*g", digits, value); std::strtod(text.c_str(), nullptr) == value) return text;
  return printed("%.*g", 17, value);
}

}  // namespace guideway::sim
