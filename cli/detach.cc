#include "control/daemon/detach.h"

#include <fmt/format.h>

#include <memory>

#include "cli/load_config.h"
#include "cli/output.h"
#include "cli/verb.h"

namespace guideway::cli {
namespace {

struct Options {
  std::string config;
};

int detach(const Options& options) {
  const auto config = load_config(options.config);
  if (!config) return static_cast<int>(Exit::bad_input);
  const auto done = daemon::detach(*config);
  if (!done) return fail(done.error());
  fmt::print("{}\n", *done ? "detached: program, pins and routes are gone" : "nothing was attached");
  return static_cast<int>(Exit::ok);
}

}  // namespace

void add_detach(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* const verb =
      app.add_subcommand("detach", "Take the program, its pins and the routes away; the daemon must not be running");
  verb->add_option("--config", options->config, "the configuration that it ran with")->required()->option_text("FILE");
  verb->callback([options, &exit_code] { exit_code = detach(*options); });
}

}  // namespace guideway::cli
