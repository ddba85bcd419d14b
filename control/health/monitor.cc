#include "control/health/monitor.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <unordered_map>
#include <utility>

#include "control/health/schedule.h"

namespace guideway::health {
namespace {

using Id = Schedule::Id;
using Clock = Schedule::Clock;

struct Check {
  Report report;
  Clock::time_point started{};
  std::unique_ptr<Probe> probe;  // while one is under way
};

using Place = std::pair<Address, std::uint16_t>;

Place place(const Target& target) { return {target.address, endpoint(target).port}; }

std::string with_count(const std::string& evidence, const Standing& before, bool good, const config::Health& check) {
  if (before.state == State::unknown) return evidence + " (first result)";
  const unsigned needed = good ? check.rise : check.fall;
  return fmt::format("{} ({} of {})", evidence, before.against + 1, needed);
}

void count(Results& results, Finding finding) {
  ++(finding == Finding::good ? results.good : finding == Finding::bad ? results.bad : results.inconclusive);
}

}  // namespace

class Monitor::Engine : public std::enable_shared_from_this<Engine> {
 public:
  Engine(boost::asio::io_context& loop, OnChange on_change, Options options)
      : loop_(loop), timer_(loop), on_change_(std::move(on_change)), options_(options), schedule_(options.seed) {}

  void watch(const std::vector<Target>& targets);
  [[nodiscard]] const Report* find(const Target& target) const;
  [[nodiscard]] State known_of(const Target& target) const;
  void start_due();
  void start(Id id, Check& check);
  void finished(Id id, Outcome outcome);

  boost::asio::io_context& loop_;
  boost::asio::steady_timer timer_;
  OnChange on_change_;
  Options options_;
  Schedule schedule_;
  std::map<Id, Check> checks_;  // ids count up and are never used again
  std::unordered_map<std::string, Id> ids_;
  std::multimap<Place, Id> by_place_;
  Id next_id_ = 1;
  std::size_t under_way_ = 0;
  Results results_;
};

const Report* Monitor::Engine::find(const Target& target) const {
  const auto id = ids_.find(identity(target));
  return id == ids_.end() ? nullptr : &checks_.at(id->second).report;
}

State Monitor::Engine::known_of(const Target& target) const {
  State known = State::unknown;
  for (auto [at, end] = by_place_.equal_range(place(target)); at != end; ++at) {
    const State state = checks_.at(at->second).report.standing.state;
    if (state == State::unhealthy) return state;
    if (state == State::healthy) known = state;
  }
  return known;
}

void Monitor::Engine::watch(const std::vector<Target>& targets) {
  std::unordered_map<std::string, Id> wanted;
  const auto now = Clock::now();
  for (const Target& target : targets) {
    const auto [entry, is_new] = wanted.try_emplace(identity(target), next_id_);
    if (!is_new) continue;
    if (const auto known = ids_.find(entry->first); known != ids_.end()) {
      entry->second = known->second;
      continue;
    }
    Standing standing{.state = known_of(target)};
    if (target.initial) standing.state = *target.initial ? State::healthy : State::unhealthy;
    checks_[next_id_].report = {.target = target, .standing = standing};
    schedule_.first(next_id_++, target.check.interval, now);
  }
  for (const auto& [name, id] : ids_)
    if (!wanted.contains(name)) {
      if (checks_.at(id).probe) --under_way_;
      checks_.erase(id);
    }
  ids_ = std::move(wanted);
  by_place_.clear();
  for (const auto& [id, check] : checks_) by_place_.emplace(place(check.report.target), id);
  start_due();
}

// Starts what is due and arms the one timer for what comes next. With every socket in use nothing is
// armed: the next check to finish comes back here, and the heap hands out the most overdue first.
void Monitor::Engine::start_due() {
  while (under_way_ < options_.sockets) {
    const auto id = schedule_.take(Clock::now());
    if (!id) break;
    if (const auto check = checks_.find(*id); check != checks_.end()) start(*id, check->second);
  }
  const auto next = schedule_.earliest();
  if (!next || under_way_ >= options_.sockets) return;
  timer_.expires_at(*next);
  timer_.async_wait([weak = weak_from_this()](boost::system::error_code cancelled) {
    if (const auto self = weak.lock(); self && !cancelled) self->start_due();
  });
}

void Monitor::Engine::start(Id id, Check& check) {
  ++under_way_;
  check.started = Clock::now();
  check.probe = std::make_unique<Probe>(loop_, check.report.target,
                                        [this, id](Outcome outcome) { finished(id, std::move(outcome)); });
}

void Monitor::Engine::finished(Id id, Outcome outcome) {
  Check& check = checks_.at(id);  // a probe of a forgotten check is destroyed and does not call
  Report& report = check.report;
  check.probe.reset();
  --under_way_;
  count(report.results, outcome.finding);
  count(results_, outcome.finding);
  report.last = outcome;
  report.at = std::chrono::system_clock::now();

  const Standing before = report.standing;
  const config::Health& wanted = report.target.check;
  const bool good = outcome.finding == Finding::good;
  if (outcome.finding != Finding::inconclusive) report.standing = after(before, good, wanted.rise, wanted.fall);
  schedule_.again(id, wanted.interval, check.started);
  start_due();

  // Last, on copies: whoever hears of it may change what is watched.
  if (report.standing.state == before.state) return;
  const Target target = report.target;
  on_change_(target, good, with_count(outcome.evidence, before, good, target.check));
}

Monitor::Monitor(boost::asio::io_context& loop, OnChange on_change, Options options)
    : engine_(std::make_shared<Engine>(loop, std::move(on_change), options)) {}

Monitor::~Monitor() = default;

void Monitor::watch(const std::vector<Target>& targets) { engine_->watch(targets); }

State Monitor::state(const Target& target) const {
  const Report* const report = engine_->find(target);
  return report != nullptr ? report->standing.state : engine_->known_of(target);
}

std::optional<Report> Monitor::report(const Target& target) const {
  const Report* const report = engine_->find(target);
  return report != nullptr ? std::optional(*report) : std::nullopt;
}

std::vector<Report> Monitor::reports() const {
  std::vector<Report> reports;
  reports.reserve(engine_->checks_.size());
  for (const auto& [id, check] : engine_->checks_) reports.push_back(check.report);
  return reports;
}

Results Monitor::results() const { return engine_->results_; }

std::size_t Monitor::under_way() const { return engine_->under_way_; }

std::chrono::steady_clock::duration Monitor::behind() const {
  const auto earliest = engine_->schedule_.earliest();
  const auto now = Clock::now();
  return earliest && *earliest < now ? now - *earliest : Clock::duration::zero();
}

}  // namespace guideway::health
