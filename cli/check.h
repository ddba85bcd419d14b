// `guideway check FILE`: is this configuration right? Reads the file and the seed, and changes nothing.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace guideway::cli {

struct CheckOptions {
  std::string file;
  bool json = false;
};

// What is wrong goes to stderr, one line each; the answer goes to stdout. The exit code: 0 right, perhaps
// with warnings; 2 wrong, or not there.
int check(const CheckOptions& options);

void add_check(CLI::App& app, int& exit_code);

}  // namespace guideway::cli
