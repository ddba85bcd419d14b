#include "control/daemon/handlers.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "control/daemon/announcing.h"
#include "control/daemon/change.h"
#include "control/daemon/reload.h"
#include "control/daemon/status.h"
#include "control/trace.h"

namespace guideway::daemon {
namespace {

api::Reply trace(const Running& running, const std::string& protocol, const std::string& source,
                 const std::string& destination) {
  const auto packet = control::parse_traced(protocol, source, destination);
  if (!packet) return std::unexpected(packet.error());
  auto json = control::trace_json(running.object.memory(), *packet, now());
  if (!json) return std::unexpected(json.error());
  return std::move(*json);
}

api::Json to_json(const std::vector<config::Diagnostic>& diagnostics) {
  api::Json list = api::Json::array();
  for (const config::Diagnostic& diagnostic : diagnostics) list.push_back(api::Json(nlohmann::json(diagnostic)));
  return list;
}

api::Reply reload_now(Running& running) {
  const auto done = reload(running);
  if (!done)
    return std::unexpected(api::Refusal(done.error().error, {{"diagnostics", to_json(done.error().diagnostics)}}));
  return api::Json{{"warnings", to_json(*done)}};
}

// The file of drains first, then the tables; if these fail, the file is put back.
api::Reply drain(Running& running, const std::string& backend, bool drained) {
  const auto& all = running.computed.snapshot.backends;
  if (std::ranges::find(all, backend, &dataplane::Backend::name) == all.end())
    return std::unexpected(api::unknown_backend(backend));
  const bool before = running.drains.contains(backend);
  if (const auto kept = running.drains.set(backend, drained); !kept) return std::unexpected(kept.error());
  if (const auto done = refresh(running); !done) {
    if (const auto restored = running.drains.set(backend, before); !restored)
      spdlog::error("{}", to_text(restored.error()));
    return std::unexpected(done.error());
  }
  spdlog::info("{} {}", backend, drained ? "drained: it keeps its flows and gets no new ones" : "undrained");
  announce(running);
  return api::Json{{"backend", backend}, {"draining", drained}};
}

}  // namespace

api::Handlers handlers(Running& running) {
  return {.version = GUIDEWAY_VERSION,
          .generation = [&running] { return running.publisher.generation(); },
          .status = [&running]() -> api::Reply { return status(running); },
          .trace = [&running](const auto& protocol, const auto& source,
                              const auto& destination) { return trace(running, protocol, source, destination); },
          .reload = [&running] { return reload_now(running); },
          .drain = [&running](const auto& backend, bool drained) { return drain(running, backend, drained); }};
}

}  // namespace guideway::daemon
