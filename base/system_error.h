// An Error in errno's own words.
#pragma once

#include <string>

#include "base/error.h"

namespace guideway {

// "MESSAGE: what errno says", and the hint; `number` defaults to errno.
Error system_error(std::string code, std::string message, std::string hint = {}, int number = 0);

}  // namespace guideway
