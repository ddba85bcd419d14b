#include "control/daemon/run.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/load_config.h"
#include "cli/output.h"
#include "cli/verb.h"

namespace guideway::cli {
namespace {

int run(const std::string& file) {
  auto config = load_config(file);
  if (!config) return static_cast<int>(Exit::bad_input);
  const auto done = daemon::run(file, std::move(*config));
  return done ? static_cast<int>(Exit::ok) : fail(done.error());
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  const auto file = std::make_shared<std::string>();
  CLI::App* const verb = app.add_subcommand(
      "run", "Balance as FILE says, until SIGTERM; SIGHUP reloads. The program stays attached after the end");
  verb->add_option("FILE", *file, "the configuration")->required()->option_text("");
  verb->callback([file, &exit_code] { exit_code = run(*file); });
}

}  // namespace guideway::cli
