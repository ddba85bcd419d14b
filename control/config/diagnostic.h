// What the loader has to say about a file, as values: where, what, and what to do about it. `code` is
// stable ("config.unknown-key"; docs/configuration.md lists them all), so that programs can rely on it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/address.h"

namespace guideway::config {

enum class Severity : std::uint8_t { error, warning };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  std::string file;
  int line = 0;      // from 1; 0: the file as a whole
  int column = 0;    // from 1, in bytes, as compilers count
  std::string path;  // "pools.web.backends[2].weight"; empty: the text itself
  std::string message;
  std::string hint;  // may be empty
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using guideway::to_text;  // of addresses, which the next one would hide

// "FILE:LINE:COLUMN: error[CODE]: PATH: MESSAGE; HINT": one line whatever the file contains.
std::string to_text(const Diagnostic& diagnostic);

// "2 errors, 1 warning; nothing was changed"; empty for no diagnostics.
std::string summary(std::span<const Diagnostic> diagnostics);

void to_json(nlohmann::json& json, const Diagnostic& diagnostic);

// A piece of the file's text, in quotes: shortened, and with control characters escaped, so that no file
// can break a line of output or send a terminal escape.
std::string quote(std::string_view text);

}  // namespace guideway::config
