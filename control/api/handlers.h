// What the API needs of the daemon, as functions that the daemon fills in: the API knows neither its
// insides nor how to build one, and a test is a daemon of a few lines.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"

namespace guideway::api {

using Json = nlohmann::ordered_json;

// A request that was understood and not done. `details` are further members of the answer, beside "error":
// a reload that found errors in the file puts its list of diagnostics there.
struct Refusal {
  Error error;
  Json details = Json::object();
  unsigned status = 0;  // 0: 400 where the error says bad input, else 500

  Refusal(Error why) : error(std::move(why)) {}  // NOLINT: an Error is a refusal
  Refusal(Error why, Json more, unsigned http_status = 0)
      : error(std::move(why)), details(std::move(more)), status(http_status) {}
};

Refusal unknown_backend(const std::string& name);  // 404

// The members of an answer: an object.
using Reply = std::expected<Json, Refusal>;

struct Handlers {
  std::string version;                        // of the program
  std::function<std::uint64_t()> generation;  // of the snapshot in force; every answer carries it
  std::function<Reply()> status;
  std::function<Reply(const std::string& protocol, const std::string& source, const std::string& destination)> trace;
  std::function<Reply()> reload;
  std::function<Reply(const std::string& backend, bool drained)> drain;
};

}  // namespace guideway::api
