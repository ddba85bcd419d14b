#include "base/system_error.h"

#include <cerrno>
#include <system_error>
#include <utility>

namespace guideway {

Error system_error(std::string code, std::string message, std::string hint, int number) {
  if (number == 0) number = errno;
  return {std::move(code), message + ": " + std::generic_category().message(number), std::move(hint), Exit::failure};
}

}  // namespace guideway
