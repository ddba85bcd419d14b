#include "control/health/monitor.h"

#include <gmock/gmock.h>

#include <atomic>

#include "tests/health/tcp_server.h"
#include "tests/http/loop.h"

namespace guideway::health {
namespace {

using namespace std::chrono_literals;
using test::ClosedPort;
using test::TcpServer;
using testing::ElementsAre;
using testing::HasSubstr;

Target tcp(std::uint16_t port, std::optional<bool> initial = std::nullopt) {
  Target made = target(*parse_address("127.0.0.1"),
                       {.probe = config::TcpCheck{}, .interval = 20ms, .timeout = 5s, .rise = 2, .fall = 3}, port);
  made.initial = initial;
  return made;
}

class MonitorTest : public testing::Test {
 protected:
  // Checks until `count` results have come in since the start.
  bool run_results(std::uint64_t count) {
    return test::run_until(loop_, [&] { return all(monitor_.results()) >= count; });
  }
  bool run_changes(std::size_t count) {
    return test::run_until(loop_, [&] { return changes_.size() >= count; });
  }
  static std::uint64_t all(const Results& results) { return results.good + results.bad + results.inconclusive; }

  struct Change {
    std::uint16_t port;
    bool healthy;
    std::string evidence;
  };

  boost::asio::io_context loop_;
  std::vector<Change> changes_;
  std::function<void()> on_change_;
  Monitor monitor_{loop_,
                   [this](const Target& target, bool healthy, const std::string& evidence) {
                     changes_.push_back({endpoint(target).port, healthy, evidence});
                     if (on_change_) on_change_();
                   },
                   {.seed = 1, .sockets = 4}};
};

TEST_F(MonitorTest, DecidesAnUnknownTargetByItsFirstResult) {
  const TcpServer server(test::wait_for_end);
  const ClosedPort closed;
  monitor_.watch({tcp(server.port()), tcp(closed.port())});
  EXPECT_EQ(monitor_.state(tcp(server.port())), State::unknown);
  ASSERT_TRUE(run_changes(2));
  EXPECT_EQ(monitor_.state(tcp(server.port())), State::healthy);
  EXPECT_EQ(monitor_.state(tcp(closed.port())), State::unhealthy);
  for (const Change& change : changes_) EXPECT_THAT(change.evidence, HasSubstr(" (first result)"));
}

TEST_F(MonitorTest, NeedsFallResultsToTakeAKnownTargetOutAndRiseToBringItBack) {
  const ClosedPort port;
  monitor_.watch({tcp(port.port(), true)});
  ASSERT_TRUE(run_changes(1));
  EXPECT_FALSE(changes_[0].healthy);
  EXPECT_EQ(monitor_.results().bad, 3U);
  EXPECT_THAT(changes_[0].evidence, HasSubstr("Connection refused (3 of 3)"));

  port.listen(128);
  ASSERT_TRUE(run_changes(2));
  EXPECT_TRUE(changes_[1].healthy);
  EXPECT_EQ(monitor_.results().good, 2U);
  EXPECT_THAT(changes_[1].evidence, HasSubstr("(2 of 2)"));
}

TEST_F(MonitorTest, SaysNothingAtARestartThatFindsWhatItKnew) {
  const TcpServer server(test::wait_for_end);
  const ClosedPort closed;
  monitor_.watch({tcp(server.port(), true), tcp(closed.port(), false)});
  ASSERT_TRUE(run_results(20));
  EXPECT_TRUE(changes_.empty());
}

TEST_F(MonitorTest, ChecksOnceWhatSeveralPoolsWant) {
  const TcpServer server(test::wait_for_end);
  monitor_.watch({tcp(server.port()), tcp(server.port()), tcp(server.port())});
  ASSERT_TRUE(run_changes(1));
  EXPECT_EQ(monitor_.reports().size(), 1U);
  EXPECT_EQ(changes_.size(), 1U);
}

TEST_F(MonitorTest, KeepsTheStateOfWhatStaysAndForgetsTheRest) {
  const TcpServer stays(test::wait_for_end), goes(test::wait_for_end), comes(test::wait_for_end);
  monitor_.watch({tcp(stays.port()), tcp(goes.port())});
  ASSERT_TRUE(run_changes(2));
  monitor_.watch({tcp(comes.port()), tcp(stays.port(), false)});
  EXPECT_EQ(monitor_.state(tcp(stays.port())), State::healthy) << "what is known outweighs what the caller supposes";
  EXPECT_FALSE(monitor_.report(tcp(goes.port())));
  ASSERT_TRUE(run_changes(3));
  EXPECT_EQ(changes_[2].port, comes.port());
}

TEST_F(MonitorTest, ChecksNoMoreWhatItForgot) {
  std::atomic<bool> marked = false;
  std::atomic<unsigned> since = 0;
  const TcpServer goes([&](int connection, const auto& go_on) {
    if (marked) ++since;
    if (test::receives_byte(connection)) marked = true;
    test::wait_for_end(connection, go_on);
  });
  const TcpServer stays(test::wait_for_end);
  monitor_.watch({tcp(goes.port()), tcp(stays.port())});
  ASSERT_TRUE(run_changes(2));
  monitor_.watch({tcp(stays.port())});
  // Connections are accepted in order: those that come before this one were made before.
  test::send_byte(goes.port());
  ASSERT_TRUE(test::run_until(loop_, [&] { return marked.load(); }));
  ASSERT_TRUE(run_results(all(monitor_.results()) + 20));
  EXPECT_EQ(since, 0U);
}

TEST_F(MonitorTest, DoesNotTakeADeadBackendForUnknownWhenItsCheckChanges) {
  const ClosedPort closed;
  monitor_.watch({tcp(closed.port())});
  ASSERT_TRUE(run_changes(1));
  Target changed = tcp(closed.port());
  changed.check.timeout = 4s;
  EXPECT_EQ(monitor_.state(changed), State::unhealthy) << "before it is watched";
  EXPECT_FALSE(monitor_.report(changed));
  monitor_.watch({changed});
  EXPECT_EQ(monitor_.state(changed), State::unhealthy);
  changed.initial = true;
  changed.check.timeout = 3s;
  monitor_.watch({changed});
  EXPECT_EQ(monitor_.state(changed), State::healthy) << "the caller knows better";
}

TEST_F(MonitorTest, ForgetsATargetInTheMiddleOfItsCheck) {
  const TcpServer silent(test::wait_for_end);
  Target http = tcp(silent.port());
  http.check.probe = config::HttpCheck{.port = silent.port()};
  monitor_.watch({http});
  ASSERT_TRUE(test::run_until(loop_, [&] { return silent.accepted() == 1; }));
  monitor_.watch({});
  EXPECT_EQ(monitor_.under_way(), 0U);
  EXPECT_TRUE(monitor_.reports().empty());
}

TEST_F(MonitorTest, MayBeToldANewSetFromTheCallback) {
  const TcpServer first(test::wait_for_end), second(test::wait_for_end);
  on_change_ = [&] {
    if (changes_.size() == 1) monitor_.watch({tcp(second.port())});
  };
  monitor_.watch({tcp(first.port())});
  ASSERT_TRUE(run_changes(2));
  EXPECT_EQ(changes_[1].port, second.port());
}

TEST_F(MonitorTest, NeverHasMoreChecksUnderWayThanSockets) {
  std::vector<Target> targets;
  const TcpServer silent(test::wait_for_end);  // answers one at a time, so that the others stay open
  for (int i = 0; i < 40; ++i) {
    Target http = tcp(silent.port());
    http.check.timeout = 100ms + std::chrono::milliseconds(i);  // forty different checks
    http.check.probe = config::HttpCheck{.port = silent.port()};
    targets.push_back(http);
  }
  monitor_.watch(targets);
  std::size_t most = 0;
  ASSERT_TRUE(test::run_until(loop_, [&] {
    most = std::max(most, monitor_.under_way());
    return all(monitor_.results()) >= 60;
  }));
  EXPECT_EQ(most, 4U);
  EXPECT_GT(monitor_.behind(), 0ms);
  for (const Report& report : monitor_.reports()) EXPECT_GE(all(report.results), 1U) << "a check starved";
}

TEST_F(MonitorTest, ReportsTheLastResult) {
  const ClosedPort closed;
  monitor_.watch({tcp(closed.port(), true)});
  ASSERT_TRUE(run_results(1));
  const auto reports = monitor_.reports();
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].standing, (Standing{.state = State::healthy, .against = 1}));
  EXPECT_THAT(reports[0].last.evidence, HasSubstr("Connection refused"));
  EXPECT_LT(std::chrono::system_clock::now() - reports[0].at, 10s);
}

}  // namespace
}  // namespace guideway::health
