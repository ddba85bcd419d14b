// A request and its answer, as values: what a handler takes and gives. No header field of a request is
// of interest to the handlers here, so none is kept.
#pragma once

#include <functional>
#include <string>

namespace guideway::http {

struct Request {
  std::string method;  // "GET"
  std::string target;  // as sent: path and query, percent-encoded
  std::string body{};
};

struct Response {
  unsigned status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body{};
  std::string allow{};  // the Allow field, for 405
};

using Handler = std::function<Response(const Request&)>;

// The answer to what never became a request: malformed or too long.
using Refuse = std::function<Response(unsigned status, const std::string& message)>;

inline Response refuse_plainly(unsigned status, const std::string& message) {
  return {.status = status, .body = message + "\n"};
}

}  // namespace guideway::http
