#include "cli/output.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>

namespace guideway::cli {

void add_output(CLI::App& verb, Output& output) {
  static const std::map<std::string, Output> names{{"table", Output::people}, {"json", Output::json}};
  verb.add_option("-o,--output", output, "table, for people (the default), or json, for programs")
      ->transform(CLI::CheckedTransformer(names).description(""))
      ->option_text("FORMAT");
}

int fail(const Error& error) {
  fmt::print(stderr, "guideway: {}\n", to_text(error));
  return static_cast<int>(error.exit);
}

}  // namespace guideway::cli
