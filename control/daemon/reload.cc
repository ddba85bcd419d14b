#include "control/daemon/reload.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "control/config/load.h"
#include "control/daemon/announcing.h"
#include "control/daemon/change.h"

namespace guideway::daemon {
namespace {

// What is settled at the start: these settings say where the daemon itself stands.
std::optional<std::string> needs_restart(const config::Config& now, const config::Config& next) {
  if (now.node.interface != next.node.interface) return "node.interface";
  if (now.node.pins != next.node.pins) return "node.pins";
  if (now.node.state != next.node.state) return "node.state";
  if (now.node.announce_table != next.node.announce_table) return "node.announce.table";
  if (now.node.flow_table.entries != next.node.flow_table.entries) return "node.flow_table.entries";
  if (now.api_socket != next.api_socket) return "api.socket";
  if (to_text(now.metrics_listen) != to_text(next.metrics_listen)) return "metrics.listen";
  return std::nullopt;
}

Refused refuse(Error error) {
  spdlog::error("reload: {}; nothing was changed", to_text(error));
  return {std::move(error), {}};
}

}  // namespace

std::expected<std::vector<config::Diagnostic>, Refused> reload(Running& running) {
  auto loaded = config::load_file(running.file);
  if (!loaded) {
    for (const auto& diagnostic : loaded.error()) spdlog::error("reload: {}", config::to_text(diagnostic));
    spdlog::error("reload: {}", config::summary(loaded.error()));
    return std::unexpected(
        Refused{{"reload.bad-config", running.file + " is wrong", config::summary(loaded.error()), Exit::bad_input},
                std::move(loaded.error())});
  }
  for (const auto& warning : loaded->warnings) spdlog::warn("{}", config::to_text(warning));
  if (const auto setting = needs_restart(running.config, loaded->config))
    return std::unexpected(refuse({"reload.needs-restart", *setting + " cannot change while the daemon runs",
                                   "stop and start it: flows go on meanwhile", Exit::bad_input}));
  if (const auto done = replace(running, std::move(loaded->config)); !done)
    return std::unexpected(refuse(done.error()));
  announce(running);
  spdlog::info("reloaded {}: generation {}", running.file, running.publisher.generation());
  return std::move(loaded->warnings);
}

}  // namespace guideway::daemon
