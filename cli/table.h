// `guideway table`: the lookup table of a pool, given by options or by a config file.
#pragma once

#include <CLI/App.hpp>

namespace guideway::cli {

// Adds the verb to `app`; when it is the one given, its exit code goes to `exit_code`.
void add_table(CLI::App& app, int& exit_code);

}  // namespace guideway::cli
