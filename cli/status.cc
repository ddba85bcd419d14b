#include <fmt/format.h>

#include <memory>

#include "cli/output.h"
#include "cli/socket.h"
#include "cli/verb.h"

namespace guideway::cli {
namespace {

using api::Json;

struct Options {
  std::string socket;
  Output output = Output::people;
};

std::string text(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "-";
}

std::uint64_t number(const Json& json, const char* key) { return json.value(key, std::uint64_t{0}); }

const Json& named(const Json& list, const std::string& name) {
  static const Json nothing = Json::object();
  for (const Json& entry : list)
    if (text(entry, "name") == name) return entry;
  return nothing;
}

void print_node(const Json& status) {
  const Json& node = status["node"];
  fmt::print("guideway on {} ({} mode), generation {}: {}\n", text(node, "interface"), text(node, "mode"),
             number(status, "generation"),
             node["obstacle"].is_string() ? "not announcing: " + text(node, "obstacle") : "announcing");
}

// One service, and arrows to its backends.
void print_service(const Json& service, const Json& status) {
  const Json& pool = named(status["pools"], text(service, "pool"));
  const bool v6 = text(service, "vip").find(':') != std::string::npos;
  const std::string listener =
      fmt::format(fmt::runtime(v6 ? "[{}]:{}" : "{}:{}"), text(service, "vip"), number(service, "port"));
  fmt::print("\n{}  {} {}  pool {} ({}, M={}, digest {}), {} packets{}\n", text(service, "name"),
             text(service, "protocol"), listener, text(service, "pool"), text(pool, "policy"),
             number(pool, "table_size"), text(pool, "digest"), number(service, "packets"),
             pool.value("panic", false) ? "  PANIC: too few healthy, using all" : "");
  fmt::print("     {:<20} {:<24} {:<9} {:<10} {:>6} {:>7} {:>9} {:>12}\n", "backend", "address", "state", "health",
             "weight", "slots", "flows", "packets");
  for (const Json& member : pool["backends"]) {
    const Json& backend = named(status["backends"], text(member, "name"));
    const double share =
        static_cast<double>(number(member, "slots")) * 100 / static_cast<double>(number(pool, "table_size"));
    fmt::print("  -> {:<20} {:<24} {:<9} {:<10} {:>6} {:>6.1f}% {:>9} {:>12}\n", text(member, "name"),
               text(backend, "address"), text(member, "state"), text(member, "health"), number(member, "weight"), share,
               number(backend, "flows"), number(backend, "packets"));
    if (backend["next_hop_obstacle"].is_string())
      fmt::print("     no way to it: {}\n", text(backend, "next_hop_obstacle"));
  }
}

void print_reasons(const Json& status) {
  fmt::print("\n{:<22} {:>14}\n", "reason", "packets");
  for (const auto& [name, packets] : status["reasons"].items())
    if (packets.get<std::uint64_t>() > 0) fmt::print("{:<22} {:>14}\n", name, packets.get<std::uint64_t>());
  const Json& flows = status["flow_table"];
  fmt::print("\nflow table: {} tentative, {} established, {} closing, {} udp, of {} entries\n",
             number(flows, "tentative"), number(flows, "established"), number(flows, "closing"), number(flows, "udp"),
             number(flows, "capacity"));
}

int run(const Options& options) {
  const auto status = api::Client(options.socket).status();
  if (!status) return fail(status.error());
  if (options.output == Output::json) {
    fmt::print("{}\n", status->dump());
    return static_cast<int>(Exit::ok);
  }
  print_node(*status);
  for (const Json& service : (*status)["services"]) print_service(service, *status);
  print_reasons(*status);
  return static_cast<int>(Exit::ok);
}

}  // namespace

void add_status(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* const verb = app.add_subcommand("status", "Show the running daemon: services, their backends, counters");
  add_socket(*verb, options->socket);
  add_output(*verb, options->output);
  verb->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace guideway::cli
