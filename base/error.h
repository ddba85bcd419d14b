// A failure as a value: what happened, to what, and what to do about it. `code` is stable and dotted
// ("xdp.no-privilege"), so that programs and documentation can rely on it.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace guideway {

// Exit codes of every command: 0 done, 1 it could not be done, 2 the input is wrong.
enum class Exit : int { ok = 0, failure = 1, bad_input = 2 };

struct Error {
  std::string code;
  std::string message;
  std::string hint{};  // the next step; may be empty
  Exit exit = Exit::failure;
};

template <class T>
using Result = std::expected<T, Error>;

// "error[CODE]: MESSAGE; HINT", one line.
inline std::string to_text(const Error& error) {
  std::string line = "error[" + error.code + "]: " + error.message;
  if (!error.hint.empty()) line += "; " + error.hint;
  return line;
}

}  // namespace guideway
