// One request to a server on a unix socket, from a command that waits for the answer.
#pragma once

#include <chrono>
#include <string>

#include "base/error.h"
#include "control/http/message.h"

namespace guideway::http {

// An answer of any status is an answer. The errors: client.nobody-listens, client.no-permission,
// client.no-answer.
Result<Response> ask(const std::string& socket, const Request& request,
                     std::chrono::milliseconds patience = std::chrono::seconds(10));

}  // namespace guideway::http
