#include "cli/socket.h"

#include <fmt/format.h>

#include "cli/output.h"

namespace guideway::cli {

void add_socket(CLI::App& verb, std::string& socket) {
  socket = "/run/guideway/api.sock";
  verb.add_option("--socket", socket, "the daemon's API socket (api.socket in its configuration)")
      ->option_text("PATH [" + socket + "]");
}

int fail(const api::Refusal& refusal) {
  if (const auto found = refusal.details.find("diagnostics"); found != refusal.details.end())
    for (const api::Json& one : *found)
      fmt::print(stderr, "{}:{}:{}: {}[{}]: {}: {}; {}\n", one.value("file", ""), one.value("line", 0),
                 one.value("column", 0), one.value("severity", ""), one.value("code", ""), one.value("path", ""),
                 one.value("message", ""), one.value("hint", ""));
  return fail(refusal.error);
}

}  // namespace guideway::cli
