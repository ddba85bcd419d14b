#include "control/trace.h"

#include <fmt/format.h>

#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/offline.h"
#include "cli/output.h"
#include "cli/socket.h"
#include "cli/verb.h"
#include "control/capacity.h"
#include "dataplane/heap_memory.h"

namespace guideway::cli {
namespace {

using api::Json;

struct Options {
  std::string config, socket, protocol, source, destination;
  Output output = Output::people;
};

// Through the tables of the file, and a flow table with nobody in it.
api::Reply trace_file(const Options& options) {
  const auto packet = control::parse_traced(options.protocol, options.source, options.destination);
  if (!packet) return std::unexpected(packet.error());
  const auto offline = load_offline(options.config);
  if (!offline) return std::unexpected(offline.error());
  dataplane::Capacity capacity = control::capacity_for(offline->config, offline->computed.snapshot);
  capacity.flow_entries = 1;
  dataplane::HeapMemory memory(capacity);
  if (const auto published = publish_offline(*offline, memory.view(), default_next_hop); !published)
    return std::unexpected(published.error());
  auto json = control::trace_json(memory.view(), *packet, 0);
  if (!json) return std::unexpected(json.error());
  return std::move(*json);
}

std::string text(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "-";
}

// One line a step, as far as the packet came.
void print_steps(const Json& json) {
  const auto number = [&json](const char* key) { return json.value(key, std::uint64_t{0}); };
  fmt::print("1 parse     {} {} -> {}, {} B\n", text(json, "protocol"), text(json, "source"), text(json, "destination"),
             number("length"));
  if (json["service"].is_string()) {
    fmt::print("2 service   {} (generation {}, M={})\n", text(json, "service"), number("generation"),
               number("table_size"));
    fmt::print("3 flow      {} (hash {})\n", text(json, "flow"), text(json, "flow_hash"));
  } else {
    fmt::print("2 service   none\n");
  }
  if (json["backend"].is_string()) {
    fmt::print("4 select    slot {} -> {} {} ({})\n", json["slot"].dump(), text(json, "backend"),
               text(json, "backend_address"), text(json, "backend_state"));
    fmt::print("5 encap     gre to {}, {} B, MTU {}\n", text(json, "backend_address"), number("outer_length"),
               number("mtu"));
  }
  fmt::print("6 verdict   {} ({}): {}\n", text(json, "verdict"), text(json, "reason"), text(json, "explanation"));
  if (json.contains("next_hop")) fmt::print("            next hop {}\n", text(json, "next_hop"));
}

int run(const Options& options) {
  const auto json = options.config.empty()
                        ? api::Client(options.socket).trace(options.protocol, options.source, options.destination)
                        : trace_file(options);
  if (!json) return fail(json.error());
  if (options.output == Output::json)
    fmt::print("{}\n", json->dump());
  else
    print_steps(*json);
  return static_cast<int>(Exit::ok);
}

}  // namespace

void add_trace(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* const verb =
      app.add_subcommand("trace", "Show what would become of a packet, step by step; changes nothing");
  verb->add_option("--config", options->config, "trace through this file's tables; without it, the running daemon's")
      ->option_text("FILE");
  verb->add_option("PROTOCOL", options->protocol, "tcp (a SYN) or udp")->required()->option_text("");
  verb->add_option("SOURCE", options->source, "192.0.2.1:51234 or [2001:db8::1]:51234")->required()->option_text("");
  verb->add_option("DESTINATION", options->destination, "the same for the VIP")->required()->option_text("");
  add_socket(*verb, options->socket);
  add_output(*verb, options->output);
  verb->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace guideway::cli
