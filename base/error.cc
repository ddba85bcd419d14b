#include "base/error.h"

#include <cerrno>
#include <system_error>

namespace guideway {

std::string to_text(const Error& error) {
  std::string line = "error[" + error.code + "]: " + error.message;
  if (!error.hint.empty()) line += "; " + error.hint;
  return line;
}

Error system_error(std::string code, std::string message, std::string hint, int number) {
  if (number == 0) number = errno;
  return {std::move(code), message + ": " + std::generic_category().message(number), std::move(hint), Exit::failure};
}

}  // namespace guideway
