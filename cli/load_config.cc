#include "cli/load_config.h"

#include <fmt/format.h>

#include <cstdio>

namespace guideway::cli {

void print_diagnostics(const std::vector<config::Diagnostic>& diagnostics) {
  for (const config::Diagnostic& diagnostic : diagnostics) fmt::print(stderr, "{}\n", to_text(diagnostic));
  if (!diagnostics.empty()) fmt::print(stderr, "{}\n", config::summary(diagnostics));
}

std::optional<config::Config> load_config(const std::string& file) {
  auto loaded = config::load_file(file);
  print_diagnostics(loaded ? loaded->warnings : loaded.error());
  if (!loaded) return std::nullopt;
  return std::move(loaded->config);
}

}  // namespace guideway::cli
