// What the verbs share that talk to the running daemon (control/api/client.h).
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "control/api/client.h"

namespace guideway::cli {

// Adds "--socket PATH".
void add_socket(CLI::App& verb, std::string& socket);

// Prints what the daemon refused, and why, to stderr; returns the exit code it stands for.
int fail(const api::Refusal& refusal);

}  // namespace guideway::cli
