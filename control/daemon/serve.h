// The two listeners: the API on its unix socket, metrics on loopback. The sockets are taken early, so that one in use
// ends a start before anything else has happened.
#pragma once

#include <memory>

#include "control/daemon/running.h"
#include "control/http/listener.h"
#include "control/http/server.h"

namespace guideway::daemon {

struct Sockets {
  http::Listener api, metrics;
};

Result<Sockets> open_sockets(const config::Config& config);

struct Servers {
  std::unique_ptr<http::Server> api, metrics;
};

Servers serve(boost::asio::io_context& loop, Sockets sockets, Running& running);

}  // namespace guideway::daemon
