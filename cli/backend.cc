#include "backend/backend.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "cli/verb.h"

namespace guideway::cli {
namespace {

struct Options {
  std::string interface, pins = backend::default_pins;
  std::vector<std::string> balancers, vips;
  unsigned mtu = 0;  // 0: the interface's
  bool status = false, detach = false;
  Output output = Output::people;
};

unsigned segment_of(const backend::Status& status, const Address& vip) {
  return vip.family == Family::ipv4 ? status.segments.ipv4 : status.segments.ipv6;
}

void print_json(const backend::Status& status) {
  using nlohmann::ordered_json;
  ordered_json balancers = ordered_json::array(), vips = ordered_json::array(), reasons = ordered_json::object();
  for (const auto& [address, traffic] : status.balancers)
    balancers.push_back({{"address", to_text(address)}, {"packets", traffic.packets}, {"bytes", traffic.bytes}});
  for (const Address& vip : status.vips) vips.push_back({{"address", to_text(vip)}, {"mss", segment_of(status, vip)}});
  for (std::size_t i = 0; i < status.reasons.size(); ++i)
    reasons[name_of(static_cast<backend::Reason>(i))] = status.reasons[i];
  const ordered_json all{{"interface", status.interface},
                         {"mode", name_of(status.mode)},
                         {"balancers", balancers},
                         {"vips", vips},
                         {"reasons", reasons}};
  fmt::print("{}\n", all.dump(2));
}

void print_text(const backend::Status& status) {
  if (status.mode == backend::Mode::none)
    fmt::print("{}: no longer attached; attach again\n", status.interface);
  else
    fmt::print("{}: decapsulating, XDP in {} mode\n", status.interface, name_of(status.mode));
  fmt::print("\n{:<40} {:>14} {:>18}\n", "balancer", "packets", "bytes");
  for (const auto& [address, traffic] : status.balancers)
    fmt::print("{:<40} {:>14} {:>18}\n", to_text(address), traffic.packets, traffic.bytes);
  fmt::print("\n{:<40} {:>14}\n", "vip", "mss");
  for (const Address& vip : status.vips) fmt::print("{:<40} {:>14}\n", to_text(vip), segment_of(status, vip));
  fmt::print("\n{:<16} {:<6} {:>14}\n", "reason", "", "frames");
  for (std::size_t i = 0; i < status.reasons.size(); ++i) {
    const auto reason = static_cast<backend::Reason>(i);
    if (status.reasons[i] != 0)
      fmt::print("{:<16} {:<6} {:>14}  {}\n", name_of(reason),
                 action_of(reason) == backend::Action::pass ? "pass" : "drop", status.reasons[i], text_of(reason));
  }
}

Result<std::vector<Address>> parse_all(const char* option, const std::vector<std::string>& texts) {
  std::vector<Address> addresses;
  for (const std::string& text : texts) {
    const auto address = parse_address(text);
    if (!address)
      return std::unexpected(Error{"backend.bad-input", fmt::format("{} \"{}\" is not an IP address", option, text),
                                   "give one like 192.0.2.1 or 2001:db8::1, without a prefix length", Exit::bad_input});
    addresses.push_back(*address);
  }
  return addresses;
}

Result<void> show(const Options& options) {
  const auto status = backend::status(options.interface, options.pins);
  if (!status) return std::unexpected(status.error());
  options.output == Output::json ? print_json(*status) : print_text(*status);
  return {};
}

Result<void> attach(const Options& options) {
  auto balancers = parse_all("--balancer", options.balancers);
  if (!balancers) return std::unexpected(std::move(balancers.error()));
  auto vips = parse_all("--vip", options.vips);
  if (!vips) return std::unexpected(std::move(vips.error()));
  const auto notes = backend::attach({.interface = options.interface,
                                      .balancers = std::move(*balancers),
                                      .vips = std::move(*vips),
                                      .pins = options.pins,
                                      .mtu = options.mtu ? std::optional(options.mtu) : std::nullopt});
  if (!notes) return std::unexpected(notes.error());
  for (const std::string& note : *notes) fmt::print(stderr, "{}\n", note);
  return show(options);
}

Result<void> run(const Options& options) {
  if (options.status) return show(options);
  if (options.detach) return backend::detach(options.interface, options.pins);
  return attach(options);
}

}  // namespace

void add_backend(CLI::App& app, int& exit_code) {
  CLI::App* const verb = app.add_subcommand("backend", "Take the balancers' tunnels apart on a backend's interface");
  const auto options = std::make_shared<Options>();
  verb->add_option("--interface", options->interface, "where the balancers' packets arrive")->required();
  verb->add_option("--balancer", options->balancers, "an address that may send tunnels (again for each)");
  verb->add_option("--vip", options->vips, "an address that is served here (again for each)");
  verb->add_option("--mtu", options->mtu, "of the path from the balancers [the interface's]");
  verb->add_option("--pins", options->pins, "a directory for what stays in the kernel")->capture_default_str();
  add_output(*verb, options->output);
  const auto status = verb->add_flag("--status", options->status, "show lists and counters");
  verb->add_flag("--detach", options->detach, "remove everything and put back what was changed")->excludes(status);
  verb->callback([options, &exit_code] {
    const auto done = run(*options);
    if (done) return;
    exit_code = fail(done.error());
  });
}

}  // namespace guideway::cli
