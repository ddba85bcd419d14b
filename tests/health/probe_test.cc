#include "control/health/probe.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "tests/health/tcp_server.h"
#include "tests/http/loop.h"

namespace guideway::health {
namespace {

using namespace std::chrono_literals;
using test::ClosedPort;
using test::TcpServer;
using testing::HasSubstr;

Target on_loopback(std::uint16_t port, decltype(config::Health::probe) probe, std::chrono::milliseconds timeout = 5s) {
  return target(*parse_address("127.0.0.1"), {.probe = std::move(probe), .timeout = timeout}, port);
}

Outcome run(const Target& target) {
  boost::asio::io_context loop;
  std::optional<Outcome> outcome;
  const Probe probe(loop, target, [&](Outcome result) { outcome = std::move(result); });
  EXPECT_FALSE(outcome) << "called from the constructor";
  EXPECT_TRUE(test::run_until(loop, [&] { return outcome.has_value(); })) << "no outcome";
  return outcome.value_or(Outcome{});
}

// What an HTTP check says of a server that treats its connections so.
Outcome http_against(TcpServer::Treat treat, config::HttpCheck check = {}, std::chrono::milliseconds timeout = 5s) {
  const TcpServer server(std::move(treat));
  return run(on_loopback(server.port(), std::move(check), timeout));
}

TcpServer::Treat answer(std::string text) {
  return [text](int connection, const auto& go_on) {
    test::send_text(connection, text);
    test::wait_for_end(connection, go_on);
  };
}

TEST(TcpProbe, IsGoodWhenTheConnectionStands) {
  const TcpServer server(test::wait_for_end);
  const Outcome outcome = run(on_loopback(server.port(), config::TcpCheck{}));
  EXPECT_EQ(outcome.finding, Finding::good);
  EXPECT_EQ(outcome.evidence, "connected to 127.0.0.1:" + std::to_string(server.port()));
}

TEST(TcpProbe, IsBadWhenRefused) {
  const ClosedPort port;
  const Outcome outcome = run(on_loopback(port.port(), config::TcpCheck{}));
  EXPECT_EQ(outcome.finding, Finding::bad);
  EXPECT_EQ(outcome.evidence, "connect to 127.0.0.1:" + std::to_string(port.port()) + ": Connection refused");
}

TEST(TcpProbe, IsBadWhenNobodyAnswers) {
  const ClosedPort port;
  port.listen(0);  // a queue for one; the kernel then ignores whoever knocks
  const Target target = on_loopback(port.port(), config::TcpCheck{}, 300ms);
  const int occupant = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port.port());
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::connect(occupant, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  const Outcome outcome = run(target);
  ::close(occupant);
  EXPECT_EQ(outcome.finding, Finding::bad);
  EXPECT_THAT(outcome.evidence, HasSubstr(" within 300ms"));
  EXPECT_GE(outcome.took, 300ms);
}

TEST(TcpProbe, IsInconclusiveWithoutAFileDescriptor) {
  const TcpServer server(test::wait_for_end);
  boost::asio::io_context loop;
  std::optional<Outcome> outcome;
  const Probe probe(loop, on_loopback(server.port(), config::TcpCheck{}), [&](Outcome result) { outcome = result; });
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{.rlim_cur = 3, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const bool finished = test::run_until(loop, [&] { return outcome.has_value(); });
  ::setrlimit(RLIMIT_NOFILE, &before);
  ASSERT_TRUE(finished);
  EXPECT_EQ(outcome->finding, Finding::inconclusive);
  EXPECT_THAT(outcome->evidence, HasSubstr("Too many open files"));
}

TEST(HttpProbe, TakesTheStatusForTheResult) {
  EXPECT_EQ(http_against(answer("HTTP/1.1 200 OK\r\n\r\n")).finding, Finding::good);
  EXPECT_EQ(http_against(answer("HTTP/1.0 302 Found\r\nLocation: /\r\n\r\n")).finding, Finding::good);
  EXPECT_EQ(http_against(answer("HTTP/1.1 204 No Content\r\n\r\n"), {.expect = 204}).finding, Finding::good);

  const Outcome unwanted = http_against(answer("HTTP/1.1 200 OK\r\n\r\n"), {.expect = 204});
  EXPECT_EQ(unwanted.finding, Finding::bad);
  EXPECT_THAT(unwanted.evidence, HasSubstr("HTTP 200 from 127.0.0.1:"));
  const Outcome unavailable = http_against(answer("HTTP/1.1 503 Service Unavailable\r\n\r\n"));
  EXPECT_EQ(unavailable.finding, Finding::bad);
  EXPECT_THAT(unavailable.evidence, HasSubstr("HTTP 503 from 127.0.0.1:"));
}

TEST(HttpProbe, DoesNotWaitForTheBody) {
  EXPECT_EQ(http_against(answer("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nonly this")).finding, Finding::good);
}

TEST(HttpProbe, TakesAnAnswerThatDidNotWaitForTheQuestion) {
  const auto rude = [](int connection, const auto&) {
    test::send_text(connection, "HTTP/1.1 503 Busy\r\n\r\n");
    ::shutdown(connection, SHUT_WR);
  };
  EXPECT_THAT(http_against(rude).evidence, HasSubstr("HTTP 503"));
}

TEST(HttpProbe, SaysWhenTheServerIsSilent) {
  const Outcome outcome = http_against(test::wait_for_end, {.path = "/healthz"}, 1s);
  EXPECT_EQ(outcome.finding, Finding::bad);
  EXPECT_THAT(outcome.evidence, HasSubstr("accepted the connection and did not answer GET /healthz within 1s"));
}

TEST(HttpProbe, SaysWhenTheServerCloses) {
  const Outcome outcome = http_against([](int connection, const auto&) {
    char request[4096];
    EXPECT_GT(::recv(connection, request, sizeof request, 0), 0);  // unread bytes would make the end a reset
  });
  EXPECT_EQ(outcome.finding, Finding::bad);
  EXPECT_THAT(outcome.evidence, HasSubstr("closed the connection before it answered GET /"));
}

TEST(HttpProbe, SaysWhenTheServerResets) {
  const Outcome outcome = http_against([](int connection, const auto&) {
    const linger now{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  });
  EXPECT_EQ(outcome.finding, Finding::bad);
}

TEST(HttpProbe, SaysWhenTheAnswerIsNotHttp) {
  for (const std::string& garbage :
       std::vector<std::string>{"SSH-2.0-OpenSSH_9.2\r\n", {"\0\xff\x16\x03\x01\r\n\r\n", 9}}) {
    const Outcome outcome = http_against(answer(garbage));
    EXPECT_EQ(outcome.finding, Finding::bad);
    EXPECT_THAT(outcome.evidence, HasSubstr("no HTTP answer from 127.0.0.1:"));
  }
}

TEST(HttpProbe, EndsAnEndlessHeader) {
  const Outcome outcome = http_against([](int connection, const auto& go_on) {
    test::send_text(connection, "HTTP/1.1 200 OK\r\n");
    while (go_on() && test::send_text(connection, "X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n")) {
    }
  });
  EXPECT_EQ(outcome.finding, Finding::bad);
  EXPECT_THAT(outcome.evidence, HasSubstr("is longer than 8192 bytes"));
}

TEST(HttpProbe, IsNotHeldOpenByASlowDrip) {
  const auto drip = [](int connection, const auto& go_on) {
    const std::string_view text = "HTTP/1.1 200 OK\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n";
    for (std::size_t i = 0; i < text.size() && go_on() && test::send_text(connection, text.substr(i, 1)); ++i)
      std::this_thread::sleep_for(50ms);
  };
  const Outcome outcome = http_against(drip, {}, 1s);
  EXPECT_EQ(outcome.finding, Finding::bad);
  EXPECT_THAT(outcome.evidence, HasSubstr("within 1s"));
}

TEST(Probe, CallsNobodyOnceItIsDestroyed) {
  const TcpServer server(test::wait_for_end);
  boost::asio::io_context loop;
  bool called = false;
  {
    const Probe never_begun(loop, on_loopback(server.port(), config::TcpCheck{}),
                            [&](const Outcome&) { called = true; });
  }
  {
    const Probe under_way(loop, on_loopback(server.port(), config::HttpCheck{}),
                          [&](const Outcome&) { called = true; });
    EXPECT_TRUE(test::run_until(loop, [&] { return server.accepted() > 0; }));
  }
  loop.restart();
  loop.run_for(5s);  // ends as soon as nothing is left to do
  EXPECT_TRUE(loop.stopped()) << "something keeps the loop busy";
  EXPECT_FALSE(called);
}

}  // namespace
}  // namespace guideway::health
