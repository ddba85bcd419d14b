#include "control/metrics/exposition.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "control/http/url.h"
#include "control/metrics/families.h"

namespace guideway::metrics {

std::string exposition(const Sample& sample) {
  std::string text;
  for (const Family& family : families()) {
    fmt::format_to(std::back_inserter(text), "# HELP {} {}\n# TYPE {} {}\n", family.name, family.help, family.name,
                   family.type);
    Writer writer(text, family.name, family.labels);
    family.write(writer, sample);
  }
  return text;
}

http::Service service(std::function<Sample()> sample) {
  return {.handle = [sample = std::move(sample)](const http::Request& request) -> http::Response {
    const auto url = http::parse_target(request.target);
    if (!url || url->segments != std::vector<std::string>{"metrics"})
      return http::refuse_plainly(404, "the metrics are at /metrics");
    if (request.method != "GET") return {.status = 405, .body = "use GET\n", .allow = "GET"};
    return {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = exposition(sample())};
  }};
}

}  // namespace guideway::metrics
