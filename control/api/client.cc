#include "control/api/client.h"

#include <utility>

#include "control/http/client.h"
#include "control/http/url.h"

namespace guideway::api {
namespace {

Error no_daemon(Error error, const std::string& socket) {
  if (error.code == "client.nobody-listens")
    return {"client.no-daemon", "no daemon is listening at " + socket,
            "start it with guideway run FILE, or name another with --socket"};
  return error;
}

Refusal not_ours(const std::string& socket) {
  return Error{"client.not-a-daemon", "what listens at " + socket + " is no guideway daemon of this version",
               "name another with --socket"};
}

std::string text(const Json& object, const char* member) {
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Reply Client::ask(const char* method, const std::string& target) const {
  const auto response = http::ask(socket_, {.method = method, .target = target});
  if (!response) return std::unexpected(no_daemon(response.error(), socket_));
  Json answer = Json::parse(response->body, nullptr, /*allow_exceptions=*/false);
  if (!answer.is_object() || !answer.contains("generation")) return std::unexpected(not_ours(socket_));
  if (response->status == 200) return answer;

  const auto error = answer.find("error");
  if (error == answer.end() || !error->is_object()) return std::unexpected(not_ours(socket_));
  const Exit exit = response->status < 500 ? Exit::bad_input : Exit::failure;
  Error said{text(*error, "code"), text(*error, "message"), text(*error, "hint"), exit};
  answer.erase("error");
  return std::unexpected(Refusal(std::move(said), std::move(answer), response->status));
}

Reply Client::status() const { return ask("GET", "/v1/status"); }

Reply Client::trace(const std::string& protocol, const std::string& source, const std::string& destination) const {
  return ask("GET", "/v1/trace?protocol=" + http::encode(protocol) + "&source=" + http::encode(source) +
                        "&destination=" + http::encode(destination));
}

Reply Client::reload() const { return ask("POST", "/v1/reload"); }

Reply Client::drain(const std::string& backend, bool drained) const {
  return ask("POST", "/v1/backends/" + http::encode(backend) + (drained ? "/drain" : "/undrain"));
}

Reply Client::version() const { return ask("GET", "/v1/version"); }

}  // namespace guideway::api
