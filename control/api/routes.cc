#include "control/api/routes.h"

namespace guideway::api {
namespace {

Reply status(const Handlers& handlers, const Values&) { return handlers.status(); }

Reply trace(const Handlers& handlers, const Values& values) {
  return handlers.trace(values.at("protocol"), values.at("source"), values.at("destination"));
}

Reply reload(const Handlers& handlers, const Values&) { return handlers.reload(); }

Reply drain(const Handlers& handlers, const Values& values) { return handlers.drain(values.at("name"), true); }

Reply undrain(const Handlers& handlers, const Values& values) { return handlers.drain(values.at("name"), false); }

Reply version(const Handlers& handlers, const Values&) { return Json{{"version", handlers.version}, {"api", 1}}; }

constexpr Route table[] = {
    {"GET", "/v1/status", "", status},
    {"GET", "/v1/trace", "protocol source destination", trace},
    {"POST", "/v1/reload", "", reload},
    {"POST", "/v1/backends/{name}/drain", "", drain},
    {"POST", "/v1/backends/{name}/undrain", "", undrain},
    {"GET", "/v1/version", "", version},
};

}  // namespace

std::span<const Route> routes() { return table; }

}  // namespace guideway::api
