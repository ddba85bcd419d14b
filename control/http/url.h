// The target of a request taken apart: path segments and query parameters, percent-decoded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace guideway::http {

struct Url {
  std::vector<std::string> segments;                         // "/v1/status" -> v1, status; "/" -> none
  std::vector<std::pair<std::string, std::string>> query{};  // in order; "+" means itself
};

// None: not an absolute path, or percent signs that encode nothing or a NUL.
std::optional<Url> parse_target(std::string_view target);

// Everything but unreserved characters percent-encoded: fit for one segment or one query value.
std::string encode(std::string_view text);

}  // namespace guideway::http
