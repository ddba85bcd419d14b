// What an HTTP check says and what it accepts, as plain functions.
#pragma once

#include <string>

#include "base/address.h"
#include "control/config/model.h"

namespace guideway::health {

// The whole request. "Connection: close", as nobody asks twice.
std::string request_text(const config::HttpCheck& check, const Endpoint& to);

bool accepts(const config::HttpCheck& check, unsigned status);

}  // namespace guideway::health
