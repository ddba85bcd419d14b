// `guideway backend`: the decapsulating end of a host.
#pragma once

namespace CLI {
class App;
}

namespace guideway::cli {

void add_backend(CLI::App& app, int& exit_code);

}  // namespace guideway::cli
