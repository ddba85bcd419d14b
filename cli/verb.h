// Each verb is one source file that adds its subcommand to the program; running it leaves the exit code in
// `exit_code` (base/error.h's Exit), which outlives the parsing.
#pragma once

namespace CLI {
class App;
}

namespace guideway::cli {

void add_run(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_status(CLI::App& app, int& exit_code);
void add_trace(CLI::App& app, int& exit_code);
void add_table(CLI::App& app, int& exit_code);
void add_replay(CLI::App& app, int& exit_code);
void add_reload(CLI::App& app, int& exit_code);
void add_drain(CLI::App& app, int& exit_code);  // and undrain
void add_detach(CLI::App& app, int& exit_code);
void add_backend(CLI::App& app, int& exit_code);
void add_sim(CLI::App& app, int& exit_code);
void add_version(CLI::App& app, int& exit_code);

}  // namespace guideway::cli
