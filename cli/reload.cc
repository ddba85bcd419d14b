#include <fmt/format.h>

#include <memory>

#include "cli/output.h"
#include "cli/socket.h"
#include "cli/verb.h"

namespace guideway::cli {
namespace {

struct Options {
  std::string socket;
  Output output = Output::people;
};

int reload(const Options& options) {
  const auto answer = api::Client(options.socket).reload();
  if (!answer) return fail(answer.error());
  if (options.output == Output::json)
    fmt::print("{}\n", answer->dump());
  else
    fmt::print("reloaded: generation {}\n", answer->value("generation", std::uint64_t{0}));
  return static_cast<int>(Exit::ok);
}

}  // namespace

void add_reload(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* const verb =
      app.add_subcommand("reload", "Make the running daemon read its configuration again: all of it or nothing");
  add_socket(*verb, options->socket);
  add_output(*verb, options->output);
  verb->callback([options, &exit_code] { exit_code = reload(*options); });
}

}  // namespace guideway::cli
