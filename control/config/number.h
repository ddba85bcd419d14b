// Readers of numbers and durations. Each says what is wrong with a value that it refuses, leaves `out` as
// it was, and returns false. Numbers are decimal digits and nothing else: YAML's octal, hexadecimal,
// underscores and signs are traps in a file where 010 means ten.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "control/config/value.h"

namespace guideway::config {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::optional<std::uint64_t> number_in(const Value& value, std::uint64_t least, std::uint64_t most);

template <class Number>
bool read_number(const Value& value, std::uint64_t least, std::uint64_t most, Number& out) {
  const auto number = number_in(value, least, most);
  if (number) out = static_cast<Number>(*number);
  return number.has_value();
}

bool read_percent(const Value& value, unsigned& out);  // 50% or 50

// 500ms, 3s, 2m, 1h
bool read_duration(const Value& value, milliseconds least, milliseconds most, milliseconds& out);
bool read_seconds(const Value& value, seconds least, seconds most, seconds& out);  // whole ones

std::string to_text(milliseconds duration);  // as the file would say it

}  // namespace guideway::config
