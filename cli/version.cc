#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "cli/verb.h"
#include "core/forward/state.h"

namespace guideway::cli {
namespace {

int version(Output output) {
  utsname system{};
  uname(&system);
  const nlohmann::ordered_json json{
      {"version", GUIDEWAY_VERSION}, {"layout", core::layout_version},    {"table_contract", 1},
      {"hash_contract", 1},          {"libbpf", libbpf_version_string()}, {"kernel", system.release}};
  if (output == Output::json)
    fmt::print("{}\n", json.dump());
  else
    fmt::print("guideway {} (map layout {}, table contract 1, hash contract 1; libbpf {}, kernel {})\n",
               GUIDEWAY_VERSION, core::layout_version, libbpf_version_string(), system.release);
  return static_cast<int>(Exit::ok);
}

}  // namespace

void add_version(CLI::App& app, int& exit_code) {
  const auto output = std::make_shared<Output>(Output::people);
  CLI::App* const verb = app.add_subcommand("version", "Say which version this is, and what it stands on");
  add_output(*verb, *output);
  verb->callback([output, &exit_code] { exit_code = version(*output); });
}

}  // namespace guideway::cli
