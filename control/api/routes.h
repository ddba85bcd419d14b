// The routes of version 1, as a table: what matches a request, what the documentation must list, and
// what is called are one row each.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "control/api/handlers.h"

namespace guideway::api {

// What a request gives its route: what stands for the path's {names}, and the query.
using Values = std::map<std::string, std::string, std::less<>>;

struct Route {
  std::string_view method;
  std::string_view path;   // a {name} matches one segment
  std::string_view query;  // the parameters, separated by blanks; each is required and no other allowed
  Reply (*handle)(const Handlers& handlers, const Values& values);
};

std::span<const Route> routes();

}  // namespace guideway::api
