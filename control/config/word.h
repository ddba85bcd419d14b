// Readers of text: names, paths, and words out of a closed list. Each says what is wrong with a value
// that it refuses, leaves `out` as it was, and returns false.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "control/config/value.h"

namespace guideway::config {

bool read_text(const Value& value, std::string_view what, std::string& out);  // not empty, no control characters
bool read_absolute_path(const Value& value, std::size_t longest, std::string& out);
bool read_name(const Value& value, std::string& out);

// Names appear in metrics, logs and commands: 1 to 63 bytes of [A-Za-z0-9._:-]; an address is one.
bool check_name(const Place& place, std::string_view name, Report& report);

// A word out of a closed list. Words of later versions are known, and refused as such.
template <class Enum>
struct Choice {
  std::string_view word;
  std::optional<Enum> value;  // none: not in this version
};

void report_choice(const Value& value, std::span<const std::string_view> available,
                   std::span<const std::string_view> planned);

template <class Enum, std::size_t Count>
bool read_choice(const Value& value, const Choice<Enum> (&choices)[Count], Enum& out) {
  std::vector<std::string_view> available, planned;
  for (const auto& [word, meant] : choices) {
    if (meant && value.is_word(word)) {
      out = *meant;
      return true;
    }
    (meant ? available : planned).push_back(word);
  }
  report_choice(value, available, planned);
  return false;
}

}  // namespace guideway::config
