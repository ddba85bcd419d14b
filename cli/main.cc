// guideway: one program, its verbs. Each verb lives in a file of its own name and registers itself with the
// options it takes; exit codes are 0 done, 1 it could not be done, 2 the input is wrong.
#include <CLI/CLI.hpp>
#include <exception>

#include "base/error.h"
#include "cli/output.h"
#include "cli/verb.h"

int main(int argc, char** argv) {
  using namespace guideway;
  CLI::App app{"A layer-4 load balancer: Maglev hashing, a flow table, GRE, and direct answers"};
  app.name("guideway");
  app.require_subcommand(1);
  int exit_code = 0;
  for (const auto add :
       {cli::add_run, cli::add_check, cli::add_status, cli::add_trace, cli::add_table, cli::add_replay, cli::add_reload,
        cli::add_drain, cli::add_detach, cli::add_backend, cli::add_sim, cli::add_version})
    add(app, exit_code);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(Exit::bad_input);
  } catch (const std::exception& error) {  // out of memory, or a fault of ours
    return cli::fail({"internal", error.what(), "please report it", Exit::failure});
  }
  return exit_code;
}
