// A verb of the program run as a shell would: its exit code and what it wrote.
#pragma once

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace guideway::cli {

struct Ran {
  int exit_code;
  std::string out, err;
};

// `arguments` begin with the verb that `add` adds. Bad usage is the parser's own code, negated.
inline Ran run_verb(void (*add)(CLI::App& app, int& exit_code), std::vector<std::string> arguments) {
  CLI::App app;
  int exit_code = -1;
  add(app, exit_code);
  std::ranges::reverse(arguments);  // how CLI11 wants them
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    exit_code = -error.get_exit_code();
  }
  const auto out = testing::internal::GetCapturedStdout();
  return {exit_code, out, testing::internal::GetCapturedStderr()};
}

}  // namespace guideway::cli
