#include "control/api/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "control/api/routes.h"
#include "control/http/url.h"

namespace guideway::api {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) pieces.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

// What stands for the {names} of `path`, where the segments are of its shape.
std::optional<Values> match(std::string_view path, const std::vector<std::string>& segments) {
  const auto pieces = split(path, '/');
  if (pieces.size() != segments.size()) return std::nullopt;
  Values values;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].front() == '{')
      values.emplace(pieces[i].substr(1, pieces[i].size() - 2), segments[i]);
    else if (pieces[i] != segments[i])
      return std::nullopt;
  }
  return values;
}

Refusal bad_input(std::string code, std::string message, std::string hint) {
  return Error{std::move(code), std::move(message), std::move(hint), Exit::bad_input};
}

// Adds the query to `values`, each parameter of the route exactly once and no other.
std::optional<Refusal> take_query(const Route& route, const http::Url& url, Values& values) {
  const auto wanted = split(route.query, ' ');
  const std::string hint = wanted.empty() ? std::string("this route takes none")
                                          : fmt::format("this route takes: {}", fmt::join(wanted, ", "));
  for (const auto& [name, value] : url.query) {
    if (std::ranges::find(wanted, name) == wanted.end())
      return bad_input("api.unknown-parameter", fmt::format("unknown parameter \"{}\"", name), hint);
    if (!values.emplace(name, value).second)
      return bad_input("api.repeated-parameter", fmt::format("parameter \"{}\" is given more than once", name), hint);
  }
  for (const std::string_view name : wanted)
    if (!values.contains(name))
      return bad_input("api.missing-parameter", fmt::format("parameter \"{}\" is missing", name), hint);
  return std::nullopt;
}

http::Response to_response(const Handlers& handlers, Reply reply) {
  Json answer = {{"generation", handlers.generation()}};
  unsigned status = 200;
  if (reply) {
    answer.update(*reply);
  } else {
    const Error& error = reply.error().error;
    answer["error"] = {{"code", error.code}, {"message", error.message}, {"hint", error.hint}};
    answer.update(reply.error().details);
    status = reply.error().status != 0 ? reply.error().status : error.exit == Exit::bad_input ? 400 : 500;
  }
  // Texts can come from anywhere, also from a backend; what is not UTF-8 must not cost the answer.
  return {.status = status,
          .content_type = "application/json",
          .body = answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"};
}

http::Response answer(const Handlers& handlers, const http::Request& request) {
  const auto url = http::parse_target(request.target);
  if (!url)
    return to_response(
        handlers, std::unexpected(bad_input("api.bad-target", "the request's target is no path", "see docs/api.md")));

  std::vector<std::string_view> methods;
  for (const Route& route : routes()) {
    auto values = match(route.path, url->segments);
    if (!values) continue;
    methods.push_back(route.method);
    if (route.method != request.method) continue;
    if (auto refusal = take_query(route, *url, *values))
      return to_response(handlers, std::unexpected(std::move(*refusal)));
    if (!request.body.empty())
      return to_response(handlers, std::unexpected(bad_input("api.unexpected-body", "no route of this API takes a body",
                                                             "send the request without one")));
    return to_response(handlers, route.handle(handlers, *values));
  }
  if (methods.empty())
    return to_response(handlers,
                       std::unexpected(Refusal({"api.no-such-path", fmt::format("there is no {}", request.target),
                                                "the paths are in docs/api.md"},
                                               Json::object(), 404)));
  const std::string allowed = fmt::format("{}", fmt::join(methods, ", "));
  auto response = to_response(
      handlers,
      std::unexpected(Refusal(
          {"api.wrong-method", fmt::format("{} is not for {}", request.target, request.method), "use " + allowed},
          Json::object(), 405)));
  response.allow = allowed;
  return response;
}

http::Response refuse(const Handlers& handlers, unsigned status, const std::string& message) {
  const char* const code = status == 413   ? "api.body-too-long"
                           : status == 431 ? "api.header-too-long"
                           : status == 400 ? "api.bad-request"
                                           : "api.internal";
  return to_response(handlers, std::unexpected(Refusal({code, message, ""}, Json::object(), status)));
}

}  // namespace

Refusal unknown_backend(const std::string& name) {
  return {{"api.unknown-backend", fmt::format("no pool has a backend \"{}\"", name), "GET /v1/status lists them"},
          Json::object(),
          404};
}

http::Service service(Handlers handlers) {
  const auto shared = std::make_shared<const Handlers>(std::move(handlers));
  return {.handle = [shared](const http::Request& request) { return answer(*shared, request); },
          .refuse = [shared](unsigned status, const std::string& message) { return refuse(*shared, status, message); }};
}

}  // namespace guideway::api
