#include "dataplane/replay/replay.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/offline.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "control/capacity.h"
#include "dataplane/counters.h"
#include "dataplane/heap_memory.h"
#include "dataplane/reasons.h"
#include "dataplane/replay/native.h"
#include "dataplane/replay/test_run.h"

namespace guideway::cli {
namespace {

enum class Driver { native, xdp };

struct Options {
  std::string config, in, out, next_hop;
  Driver driver = Driver::native;
  Output output = Output::people;
};

void print(const dataplane::ReplayResult& result, const dataplane::Counters& counters, Output output) {
  if (output == Output::json) {
    nlohmann::ordered_json reasons = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < counters.reasons.size(); ++i)
      if (counters.reasons[i] > 0)
        reasons[std::string(dataplane::name(static_cast<core::Reason>(i)))] = counters.reasons[i];
    const nlohmann::ordered_json json{{"packets", result.packets},
                                      {"verdicts", {{"tx", result.tx}, {"pass", result.pass}, {"drop", result.drop}}},
                                      {"reasons", reasons}};
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("{} packets: {} sent, {} passed, {} dropped\n", result.packets, result.tx, result.pass, result.drop);
  for (std::size_t i = 0; i < counters.reasons.size(); ++i) {
    const auto reason = static_cast<core::Reason>(i);
    if (counters.reasons[i] > 0)
      fmt::print("  {:>8}  {:<4}  {:<20}  {}\n", counters.reasons[i], dataplane::name(core::action_of(reason)),
                 dataplane::name(reason), dataplane::text(reason));
  }
}

Result<void> run(const Options& options, const Offline& offline, const Mac& next_hop) {
  const dataplane::Capacity capacity = control::capacity_for(offline.config, offline.computed.snapshot);
  std::unique_ptr<dataplane::HeapMemory> heap;
  std::unique_ptr<dataplane::XdpObject> object;
  std::unique_ptr<dataplane::Runner> runner;
  if (options.driver == Driver::native) {
    heap = std::make_unique<dataplane::HeapMemory>(capacity);
    runner = std::make_unique<dataplane::NativeRunner>(heap->view());
  } else {
    auto loaded = dataplane::XdpObject::load(capacity, dataplane::XdpObject::Clock::from_root);
    if (!loaded) return std::unexpected(loaded.error());
    object = std::make_unique<dataplane::XdpObject>(std::move(*loaded));
    runner = std::make_unique<dataplane::TestRunner>(*object);
  }
  const dataplane::Memory& memory = heap ? heap->view() : object->memory();
  if (const auto published = publish_offline(offline, memory, next_hop); !published)
    return std::unexpected(published.error());
  const auto result = dataplane::replay(options.in, options.out, *runner);
  if (!result) return std::unexpected(result.error());
  print(*result, dataplane::read_counters(memory), options.output);
  return {};
}

int run(const Options& options) {
  const auto next_hop = options.next_hop.empty() ? default_next_hop : parse_mac(options.next_hop);
  if (!next_hop)
    return fail({"replay.bad-mac", "--next-hop " + options.next_hop + " is no MAC address",
                 "write it as 02:67:77:00:00:fe", Exit::bad_input});
  const auto offline = load_offline(options.config);
  if (!offline) return fail(offline.error());
  const auto done = run(options, *offline, *next_hop);
  return done ? static_cast<int>(Exit::ok) : fail(done.error());
}

}  // namespace

void add_replay(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* const verb =
      app.add_subcommand("replay", "Send a capture through the packet's way, and write what comes out");
  static const std::map<std::string, Driver> drivers{{"native", Driver::native}, {"xdp", Driver::xdp}};
  verb->add_option("--config", options->config, "the configuration")->required()->option_text("FILE");
  verb->add_option(
          "--driver", options->driver,
          "native: in this process (the default); xdp: the very program that `run` attaches, in the kernel (root)")
      ->transform(CLI::CheckedTransformer(drivers).description(""))
      ->option_text("native|xdp");
  verb->add_option("--next-hop", options->next_hop, "where every packet is sent to")->option_text("MAC");
  verb->add_option("IN", options->in, "the capture, pcap or pcapng")->required()->option_text("");
  verb->add_option("OUT", options->out, "the capture to write")->required()->option_text("");
  add_output(*verb, options->output);
  verb->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace guideway::cli
