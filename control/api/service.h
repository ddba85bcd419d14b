// The API as something an HTTP server serves: finds the route, checks what was sent, and puts what a
// handler says into the one form of all answers.
#pragma once

#include "control/api/handlers.h"
#include "control/http/server.h"

namespace guideway::api {

http::Service service(Handlers handlers);

}  // namespace guideway::api
