#include "cli/check.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/load_config.h"
#include "cli/verb.h"

namespace guideway::cli {
namespace {

using config::Diagnostic;

std::string answer(const std::string& file, const config::Config& config) {
  std::size_t backends = 0;
  for (const config::Pool& pool : config.pools) backends += pool.backends.size();
  const auto count = [](std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  };
  return fmt::format("{}: good: {}, {}, {}", file, count(config.services.size(), "service"),
                     count(config.pools.size(), "pool"), count(backends, "backend"));
}

std::string json_answer(const std::string& file, bool good, const std::vector<Diagnostic>& diagnostics) {
  const auto errors = std::ranges::count(diagnostics, config::Severity::error, &Diagnostic::severity);
  const nlohmann::json json = {{"file", file},
                               {"ok", good},
                               {"errors", errors},
                               {"warnings", std::ssize(diagnostics) - errors},
                               {"diagnostics", diagnostics}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);  // a file's name can be any bytes
}

}  // namespace

int check(const CheckOptions& options) {
  const auto loaded = config::load_file(options.file);
  const std::vector<Diagnostic>& diagnostics = loaded ? loaded->warnings : loaded.error();
  print_diagnostics(diagnostics);
  if (options.output == Output::json)
    fmt::print("{}\n", json_answer(options.file, loaded.has_value(), diagnostics));
  else if (loaded)
    fmt::print("{}\n", answer(options.file, loaded->config));
  return static_cast<int>(loaded ? Exit::ok : Exit::bad_input);
}

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* const verb = app.add_subcommand("check", "Say whether a configuration is right, and what is wrong with it");
  const auto options = std::make_shared<CheckOptions>();
  verb->add_option("FILE", options->file, "the configuration")->required();
  add_output(*verb, options->output);
  verb->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace guideway::cli
