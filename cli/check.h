// `guideway check FILE`: is this configuration right? Reads the file and the seed, and changes nothing.
#pragma once

#include <string>

#include "cli/output.h"

namespace guideway::cli {

struct CheckOptions {
  std::string file;
  Output output = Output::people;
};

// What is wrong goes to stderr, one line each; the answer goes to stdout. The exit code: 0 right, perhaps
// with warnings; 2 wrong, or not there.
int check(const CheckOptions& options);

}  // namespace guideway::cli
