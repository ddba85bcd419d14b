// What all verbs share in speaking: the -o option, and failures in one shape.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "base/error.h"

namespace guideway::cli {

enum class Output { people, json };

// Adds "-o json" ("-o table" is the default's name).
void add_output(CLI::App& verb, Output& output);

// Prints the error to stderr and returns the exit code it stands for.
int fail(const Error& error);

}  // namespace guideway::cli
