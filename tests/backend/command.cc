// The verb `backend` by itself, so that its tests need not build the other verbs.
#include <CLI/CLI.hpp>

#include "cli/verb.h"

int main(int count, char** words) {
  CLI::App app("guideway");
  app.require_subcommand(1);
  int exit_code = 0;
  guideway::cli::add_backend(app, exit_code);
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exit_code;
}
