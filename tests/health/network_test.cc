// Against a real web server, and real networks that do not lead to one.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "control/health/monitor.h"
#include "tests/http/loop.h"
#include "tests/netns/eventually.h"
#include "tests/netns/namespace.h"

namespace guideway::health {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Target http(std::string_view address, std::string path, std::string host = {}) {
  return target(
      *parse_address(address),
      {.probe = config::HttpCheck{.path = std::move(path), .host = std::move(host)}, .interval = 50ms, .timeout = 5s},
      80);
}

Outcome run(const Target& target) {
  boost::asio::io_context loop;
  std::optional<Outcome> outcome;
  const Probe probe(loop, target, [&](Outcome result) { outcome = std::move(result); });
  EXPECT_TRUE(test::run_until(loop, [&] { return outcome.has_value(); }));
  return outcome.value_or(Outcome{});
}

class HealthNetworkTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = netns::unavailable()) GTEST_SKIP() << *why;
    space_.emplace();
    inside_.emplace(*space_);
  }

  std::optional<netns::Namespace> space_;
  std::optional<netns::Inside> inside_;
};

// nginx in the foreground with a directory of its own: /healthz answers 200 as long as `healthy` exists.
class NginxTest : public HealthNetworkTest {
 protected:
  void SetUp() override {
    HealthNetworkTest::SetUp();
    if (IsSkipped()) return;
    std::string pattern = std::filesystem::temp_directory_path() / "guideway-health-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    std::filesystem::permissions(directory_, std::filesystem::perms(0755));
    std::ofstream(directory_ / "nginx.conf") << R"(
daemon off;
pid nginx.pid;
error_log stderr;
worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server {
    listen 80; listen [::]:80;
    server_name named;
    root .;
    location = /healthz { if (!-f $document_root/healthy) { return 503; } return 200 "well\n"; }
    location = /moved { return 302 /healthz; }
  }
  server { listen 80 default_server; listen [::]:80 default_server; return 404; }
}
)";
    set_healthy(true);
    start();
  }

  void TearDown() override {
    nginx_.reset();
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
  }

  void start() {
    nginx_.emplace(space_->start("nginx -p " + directory_.string() + " -c nginx.conf -e stderr"));
    ASSERT_TRUE(netns::eventually([] { return run(http("127.0.0.1", "/")).evidence.starts_with("HTTP"); }));
  }
  void stop() { nginx_.reset(); }

  void set_healthy(bool healthy) const {
    if (healthy)
      std::ofstream(directory_ / "healthy") << "yes";
    else
      std::filesystem::remove(directory_ / "healthy");
  }

  std::filesystem::path directory_;
  std::optional<netns::Process> nginx_;
};

TEST_F(NginxTest, AnswersByPathAndHost) {
  EXPECT_EQ(run(http("127.0.0.1", "/healthz", "named")).evidence, "HTTP 200 from 127.0.0.1:80");
  EXPECT_EQ(run(http("::1", "/healthz", "named")).evidence, "HTTP 200 from [::1]:80");
  EXPECT_EQ(run(http("127.0.0.1", "/moved", "named")).finding, Finding::good);
  EXPECT_EQ(run(http("127.0.0.1", "/healthz")).evidence, "HTTP 404 from 127.0.0.1:80")
      << "the address is no server's name";
}

TEST_F(NginxTest, IsFollowedThroughFailureStopAndReturn) {
  boost::asio::io_context loop;
  std::vector<std::string> changes;
  Monitor monitor(loop, [&](const Target&, bool, const std::string& evidence) { changes.push_back(evidence); },
                  {.seed = 1});
  monitor.watch({http("127.0.0.1", "/healthz", "named")});
  const auto changed = [&](std::size_t count) {
    return test::run_until(loop, [&] { return changes.size() >= count; });
  };

  ASSERT_TRUE(changed(1));
  EXPECT_EQ(changes[0], "HTTP 200 from 127.0.0.1:80 (first result)");
  set_healthy(false);
  ASSERT_TRUE(changed(2));
  EXPECT_EQ(changes[1], "HTTP 503 from 127.0.0.1:80 (3 of 3)");
  set_healthy(true);
  ASSERT_TRUE(changed(3));
  EXPECT_EQ(changes[2], "HTTP 200 from 127.0.0.1:80 (2 of 2)");
  stop();
  ASSERT_TRUE(changed(4));
  EXPECT_EQ(changes[3], "connect to 127.0.0.1:80: Connection refused (3 of 3)");
  start();
  ASSERT_TRUE(changed(5));
  EXPECT_EQ(changes[4], "HTTP 200 from 127.0.0.1:80 (2 of 2)");
}

TEST_F(HealthNetworkTest, BlamesNoBackendForALocalFault) {
  const Outcome outcome = run(http("192.0.2.1", "/"));
  EXPECT_EQ(outcome.finding, Finding::inconclusive);
  EXPECT_EQ(outcome.evidence, "this node cannot send to 192.0.2.1:80: Network is unreachable");
}

TEST_F(HealthNetworkTest, DoesNotChangeAStateForALocalFault) {
  boost::asio::io_context loop;
  unsigned changes = 0;
  Monitor monitor(loop, [&](const Target&, bool, const std::string&) { ++changes; }, {.seed = 1});
  Target known = http("192.0.2.1", "/");
  known.initial = true;
  monitor.watch({known, http("192.0.2.2", "/")});
  ASSERT_TRUE(test::run_until(loop, [&] { return monitor.results().inconclusive >= 10; }));
  EXPECT_EQ(changes, 0U);
  EXPECT_EQ(monitor.state(known), State::healthy);
  EXPECT_EQ(monitor.state(http("192.0.2.2", "/")), State::unknown);
}

TEST_F(HealthNetworkTest, TakesADeadHostForTheBackendsFault) {
  netns::Namespace peer;
  netns::connect(*space_, "eth0", peer, "eth0");
  space_->run("ip addr add 192.0.2.1/24 dev eth0");
  peer.run("ip addr add 192.0.2.3/24 dev eth0");
  Target dead = http("192.0.2.2", "/");
  dead.check.timeout = 1s;
  const Outcome nobody = run(dead);
  EXPECT_EQ(nobody.finding, Finding::bad);
  EXPECT_THAT(nobody.evidence, HasSubstr("no connection to 192.0.2.2:80 within 1s"));
  const Outcome refused = run(http("192.0.2.3", "/"));
  EXPECT_EQ(refused.evidence, "connect to 192.0.2.3:80: Connection refused");
}

}  // namespace
}  // namespace guideway::health
