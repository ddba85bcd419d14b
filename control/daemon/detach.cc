#include "control/daemon/detach.h"

#include "control/announce/announcer.h"
#include "control/daemon/lock.h"
#include "control/neighbour/resolver.h"
#include "dataplane/xdp/attachment.h"

namespace guideway::daemon {

Result<bool> detach(const config::Config& config) {
  const auto lock = lock_interface(config.node.interface);
  if (!lock) {
    Error error = lock.error();
    if (error.code == "run.already") error.hint = "stop that one first: it would go on as if its program were there";
    return std::unexpected(error);
  }
  // The traffic away first, then what carried it; the guards last, with the routes.
  auto announcer = announce::Announcer::open(config.node.announce_table);
  if (!announcer) return std::unexpected(announcer.error());
  const auto routes = announcer->announced();
  if (!routes) return std::unexpected(routes.error());
  if (const auto withdrawn = announcer->sync({}, *routes); !withdrawn) return std::unexpected(withdrawn.error());
  const auto detached = dataplane::detach(config.node.pins);
  if (!detached) return std::unexpected(detached.error());
  if (const auto let_go = neighbour::let_go(config.node.interface); !let_go) return std::unexpected(let_go.error());
  if (const auto removed = announcer->remove_all(); !removed) return std::unexpected(removed.error());
  return *detached || !routes->empty();
}

}  // namespace guideway::daemon
