#include "control/daemon/serve.h"

#include "control/api/service.h"
#include "control/daemon/handlers.h"
#include "control/daemon/sample.h"
#include "control/metrics/exposition.h"

namespace guideway::daemon {

Result<Sockets> open_sockets(const config::Config& config) {
  auto api = http::Listener::unix_socket(config.api_socket);
  if (!api) return std::unexpected(api.error());
  auto metrics = http::Listener::tcp(config.metrics_listen);
  if (!metrics) return std::unexpected(metrics.error());
  return Sockets{std::move(*api), std::move(*metrics)};
}

Servers serve(boost::asio::io_context& loop, Sockets sockets, Running& running) {
  return {.api = std::make_unique<http::Server>(loop, std::move(sockets.api), api::service(handlers(running))),
          .metrics = std::make_unique<http::Server>(loop, std::move(sockets.metrics),
                                                    metrics::service([&running] { return sample(running); }))};
}

}  // namespace guideway::daemon
