#include <fmt/format.h>

#include <memory>

#include "cli/output.h"
#include "cli/socket.h"
#include "cli/verb.h"

namespace guideway::cli {
namespace {

struct Options {
  std::string socket, backend;
  Output output = Output::people;
};

int change(const Options& options, bool drained) {
  const auto answer = api::Client(options.socket).drain(options.backend, drained);
  if (!answer) return fail(answer.error());
  if (options.output == Output::json)
    fmt::print("{}\n", answer->dump());
  else
    fmt::print("{} {}: generation {}\n", options.backend,
               drained ? "drains: it keeps its flows and gets no new ones" : "takes new flows again",
               answer->value("generation", std::uint64_t{0}));
  return static_cast<int>(Exit::ok);
}

void add(CLI::App& app, int& exit_code, const char* name, const char* description, bool drained) {
  const auto options = std::make_shared<Options>();
  CLI::App* const verb = app.add_subcommand(name, description);
  verb->add_option("BACKEND", options->backend, "its name")->required()->option_text("");
  add_socket(*verb, options->socket);
  add_output(*verb, options->output);
  verb->callback([options, drained, &exit_code] { exit_code = change(*options, drained); });
}

}  // namespace

void add_drain(CLI::App& app, int& exit_code) {
  add(app, exit_code, "drain", "Send a backend no new flows; those it has stay with it. Kept over restarts", true);
  add(app, exit_code, "undrain", "Send a drained backend new flows again", false);
}

}  // namespace guideway::cli
