// Order matters. First all that may fail without a trace: the lock, the program, the sockets. Then the tables, then
// the program on the interface, and only when next hops are known the routes that bring traffic. On the way
// out the routes go first, and the program stays.
#include "control/daemon/run.h"

#include <fmt/format.h>
#include <net/if.h>
#include <spdlog/spdlog.h>
#include <time.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <random>

#include "base/bpf_file_system.h"
#include "base/privilege.h"
#include "base/undo.h"
#include "control/capacity.h"
#include "control/daemon/announcing.h"
#include "control/daemon/change.h"
#include "control/daemon/lock.h"
#include "control/daemon/reload.h"
#include "control/daemon/serve.h"

namespace guideway::daemon {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

// Memory, publisher and routes: what exists before any packet is touched.
Result<Running> prepare(const std::string& file, config::Config config) {
  const config::Node node = config.node;
  if (const auto mounted = ensure_bpf_file_system(node.pins); !mounted)
    return std::unexpected(mounted.error());
  else if (*mounted)
    spdlog::info("mounted a bpf file system at /sys/fs/bpf");
  auto drains = Drains::load(node.state);
  if (!drains) return std::unexpected(drains.error());
  auto announcer = announce::Announcer::open(node.announce_table);
  if (!announcer) return std::unexpected(announcer.error());

  // Sized by the tables with everybody in them: the largest they can be.
  control::Tables tables;
  const auto full = control::compute_snapshot(config, control::all_up(config), tables, 1);
  if (!full) return std::unexpected(full.error());
  auto object = dataplane::XdpObject::load(control::capacity_for(config, full->snapshot),
                                           dataplane::XdpObject::Clock::kernel, dataplane::pin_folder(node.pins));
  if (!object) return std::unexpected(object.error());
  if (const auto lines = object->memory().flows.size(); lines != dataplane::flow_lines(node.flow_table.entries))
    spdlog::warn(
        "the flow table keeps the {} entries it was made with; `guideway detach` and a new start would change that",
        lines * core::entries_per_line);
  dataplane::Publisher publisher(object->memory(), dataplane::wait_for_programs);
  return Running{.file = file,
                 .config = std::move(config),
                 .drains = std::move(*drains),
                 .object = std::move(*object),
                 .publisher = std::move(publisher),
                 .announcer = std::move(*announcer)};
}

// What the data plane of an earlier daemon held of each backend: a restart moves no flow.
void remember_health(const Running& running, std::vector<health::Target>& targets) {
  const dataplane::Registry registry(running.object.memory());
  for (std::size_t p = 0; p < running.targets.size(); ++p)
    for (std::size_t b = 0; b < running.targets[p].size(); ++b) {
      const auto& mine = running.targets[p][b];
      const config::Backend& backend = running.config.pools[p].backends[b];
      const auto id = mine ? registry.find_backend(backend.name, backend.address) : std::nullopt;
      if (!id) continue;
      const bool up = running.object.memory().backends[core::index_of(*id)].state != core::BackendState::down;
      for (health::Target& target : targets)
        if (health::identity(target) == health::identity(*mine)) target.initial = up;
    }
}

// Many backends that change at once (a rack, a switch) are one change of the tables.
void refresh_soon(asio::steady_timer& gathering, Running& running) {
  if (gathering.expiry() > asio::steady_timer::clock_type::now()) return;
  gathering.expires_after(5ms);
  gathering.async_wait([&running](const boost::system::error_code& stopped) {
    if (stopped) return;
    if (const auto done = refresh(running); !done) spdlog::error("{}", to_text(done.error()));
  });
}

void start_checks(asio::io_context& loop, asio::steady_timer& gathering, Running& running) {
  running.monitor = std::make_unique<health::Monitor>(
      loop,
      [&gathering, &running](const health::Target& target, bool healthy, const std::string& evidence) {
        const std::string line =
            fmt::format("{} is {}: {}", to_text(health::endpoint(target)), healthy ? "healthy" : "unhealthy", evidence);
        healthy ? spdlog::info("{}", line) : spdlog::warn("{}", line);
        refresh_soon(gathering, running);
      },
      health::Monitor::Options{.seed = std::random_device{}()});
  running.targets = pool_targets(running.config);
  std::vector<health::Target> targets = distinct(running.targets);
  if (running.object.adopted()) remember_health(running, targets);
  running.monitor->watch(targets);
}

Result<void> start_forwarding(Running& running) {
  if (const auto published = refresh(running); !published) return published;
  const config::Node& node = running.config.node;
  auto attachment = dataplane::Attachment::attach(running.object, node.interface, node.pins);
  if (!attachment) return std::unexpected(attachment.error());
  running.attachment = std::move(*attachment);
  const std::string mode(dataplane::name(running.attachment->mode()));
  if (running.attachment->mode() == dataplane::XdpMode::generic)
    spdlog::warn("the driver of {} has no native XDP: attached in generic mode, which is slower",
                 running.config.node.interface);
  spdlog::info("forwarding on {} ({} mode{}), generation {}", node.interface, mode,
               running.object.adopted() ? ", tables and flows of the last run adopted" : "",
               running.publisher.generation());
  return {};
}

// While an answer is awaited the last one stands: an adopted data plane holds those of the last run.
neighbour::Resolver::OnChange next_hop_follower(Running& running) {
  return [&running](const Address& backend, const neighbour::Resolution& resolution) {
    if (resolution.pending) return;
    if (!resolution.resolved()) spdlog::warn("no way to {}: {}", to_text(backend), resolution.reason);
    running.publisher.set_next_hop(backend, resolution.hop);
  };
}

// No traffic before next hops are known and each check has given its first result; but a node that cannot find
// out (a check that stays inconclusive) waits no longer than this.
constexpr auto patience = 6s;

bool is_ready(const Running& running) {
  if (std::chrono::system_clock::now() - running.started > patience) return true;
  const auto unknown = [&running](const auto& target) {
    return target && running.monitor->state(*target) == health::State::unknown;
  };
  return running.resolver->settled() && std::ranges::none_of(running.targets, [&](const PoolTargets& pool) {
           return std::ranges::any_of(pool, unknown);
         });
}

// Looks after what no event tells: the program taken off, routes removed by somebody else, next hops that settle.
void watch_over(asio::steady_timer& timer, Running& running) {
  running.ready = running.ready || is_ready(running);
  announce(running);
  timer.expires_after(running.ready ? 1s : 20ms);
  timer.async_wait([&timer, &running](const boost::system::error_code& stopped) {
    if (!stopped) watch_over(timer, running);
  });
}

void handle_signals(asio::signal_set& signals, asio::io_context& loop, Running& running) {
  signals.async_wait([&signals, &loop, &running](const boost::system::error_code& stopped, int signal) {
    if (stopped) return;
    if (signal == SIGHUP) {
      (void)reload(running);  // says in the log what it did
      handle_signals(signals, loop, running);
      return;
    }
    spdlog::info("{}: withdrawing this node's VIPs; the program stays on {} and packets keep flowing",
                 signal == SIGTERM ? "SIGTERM" : "SIGINT", running.config.node.interface);
    withdraw(running);
    loop.stop();
  });
}

}  // namespace

core::Tick now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return core::tick_of(static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
                       static_cast<std::uint64_t>(time.tv_nsec));
}

std::set<Address> vips(const config::Config& config) {
  std::set<Address> all;
  for (const config::Service& service : config.services) all.insert(service.vip);
  return all;
}

Result<void> run(const std::string& file, config::Config config) {
  const std::string interface = config.node.interface, pins = config.node.pins;
  if (const auto allowed = check_privilege(); !allowed) return allowed;
  if (if_nametoindex(interface.c_str()) == 0)
    return std::unexpected(Error{"run.no-interface", "there is no interface " + interface,
                                 "correct node.interface; `ip -br link` lists those there are"});
  const auto lock = lock_interface(interface);
  if (!lock) return std::unexpected(lock.error());
  auto sockets = open_sockets(config);
  if (!sockets) return std::unexpected(sockets.error());

  asio::io_context loop;
  asio::steady_timer gathering(loop), timer(loop);
  asio::signal_set signals(loop, SIGHUP, SIGTERM, SIGINT);
  auto prepared = prepare(file, std::move(config));
  if (!prepared) return std::unexpected(prepared.error());
  Running& running = *prepared;
  Undo undo;  // a start that fails leaves nothing that was not there before
  if (!running.object.adopted()) undo.add([&pins] { (void)dataplane::detach(pins); });
  auto resolver = neighbour::Resolver::open(loop, interface, next_hop_follower(running));
  if (!resolver) return std::unexpected(resolver.error());
  running.resolver = std::move(*resolver);
  start_checks(loop, gathering, running);
  if (const auto started = start_forwarding(running); !started) return started;
  undo.keep();

  watch(running);
  const auto servers = serve(loop, std::move(*sockets), running);
  watch_over(timer, running);
  handle_signals(signals, loop, running);
  loop.run();
  return {};
}

}  // namespace guideway::daemon
