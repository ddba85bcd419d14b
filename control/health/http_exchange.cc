#include "control/health/http_exchange.h"

#include <fmt/format.h>

namespace guideway::health {

std::string request_text(const config::HttpCheck& check, const Endpoint& to) {
  return fmt::format(
      "GET {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: guideway-health\r\nAccept: */*\r\nConnection: close\r\n\r\n",
      check.path, check.host.empty() ? to_text(to) : check.host);
}

bool accepts(const config::HttpCheck& check, unsigned status) {
  return check.expect != 0 ? status == check.expect : status >= 200 && status < 400;
}

}  // namespace guideway::health
