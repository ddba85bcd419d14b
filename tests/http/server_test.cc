#include "control/http/server.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cstdio>
#include <optional>

#include "control/http/client.h"
#include "tests/http/loop.h"
#include "tests/http/raw_client.h"
#include "tests/http/server_thread.h"

namespace guideway::http {
namespace {

using namespace std::chrono_literals;
using test::RawClient;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

Response echo(const Request& request) { return {.body = request.method + " " + request.target + " " + request.body}; }

class ServerTest : public testing::Test {
 protected:
  void serve(Handler handler, Limits limits = {}) {
    auto listener = Listener::unix_socket(path_);
    ASSERT_TRUE(listener) << to_text(listener.error());
    server_.emplace(std::move(*listener), Service{.handle = std::move(handler), .limits = limits});
  }
  [[nodiscard]] std::string asked(const Request& request) const {
    const auto response = ask(path_, request);
    return response ? response->body : to_text(response.error());
  }

  test::TemporaryDirectory directory_;
  std::string path_ = directory_.file("api.sock");
  std::optional<test::ServerThread> server_;
};

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  char piece[4096];
  while (const std::size_t size = std::fread(piece, 1, sizeof piece, pipe.get())) text.append(piece, size);
  return text;
}

TEST_F(ServerTest, AnswersItsOwnClient) {
  serve(echo);
  EXPECT_EQ(asked({.method = "POST", .target = "/a?b=c", .body = "hello"}), "POST /a?b=c hello");
}

TEST_F(ServerTest, AnswersCurlOnBothKindsOfSocket) {
  serve(echo);
  EXPECT_EQ(output_of("curl -s --unix-socket " + path_ + " -X POST -d body http://localhost/x"), "POST /x body");

  auto listener = Listener::tcp(*parse_endpoint("127.0.0.1:0"));
  ASSERT_TRUE(listener);
  const std::string where = listener->name();
  const test::ServerThread over_tcp(std::move(*listener), {.handle = echo});
  EXPECT_EQ(output_of("curl -s http://" + where + "/one http://" + where + "/two"), "GET /one GET /two ");
}

TEST_F(ServerTest, AnswersSeveralRequestsOnAConnection) {
  serve(echo);
  const RawClient client(path_);
  client.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(client.receive("GET /two "), HasSubstr("GET /one "));
  client.send("GET /three HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.receive(), EndsWith("GET /three "));
}

TEST_F(ServerTest, RefusesWhatIsNotHttp) {
  serve(echo);
  for (const char* const bad : {"\x16\x03\x01\x02\x00\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                                "GET / HTTP/1.1\r\nno colon\r\n\r\n"}) {
    const RawClient client(path_);
    client.send(bad);
    EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 400 ")) << bad;
  }
}

TEST_F(ServerTest, RefusesALongHeader) {
  serve(echo);
  const RawClient client(path_);
  client.send("GET / HTTP/1.1\r\nX-Long: " + std::string(8192, 'a') + "\r\n\r\n");
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 431 "));
}

TEST_F(ServerTest, RefusesALongBodyAnnouncedOrNot) {
  std::atomic<int> calls = 0;
  serve([&](const Request&) { return ++calls, Response{}; }, {.body = 10'000});
  const RawClient announced(path_);
  announced.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10001\r\n\r\n");
  EXPECT_THAT(announced.receive("\r\n\r\n"), StartsWith("HTTP/1.1 413 "));

  const RawClient chunked(path_);
  chunked.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "1000\r\n" + std::string(0x1000, 'a') + "\r\n";
  for (int i = 0; i < 3; ++i) chunked.send(chunk);
  EXPECT_THAT(chunked.receive("\r\n\r\n"), StartsWith("HTTP/1.1 413 "));
  EXPECT_EQ(calls, 0);
}

TEST_F(ServerTest, HangsUpOnTheSlowAndServesTheOthersMeanwhile) {
  serve(echo, {.request = 1s});
  const RawClient slow(path_), silent(path_);
  slow.send("GET / HT");
  EXPECT_EQ(asked({.method = "GET", .target = "/"}), "GET / ");
  EXPECT_EQ(slow.receive(), "");
  EXPECT_EQ(silent.receive(), "");
}

TEST_F(ServerTest, ServesOnlySoManyAtOnceAndTheNextWhenOneLeaves) {
  serve(echo, {.connections = 2, .request = 1h});
  std::optional<RawClient> first(path_), second(path_);
  first->send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  ASSERT_THAT(first->receive("GET / "), HasSubstr("200 OK"));
  const auto third = ask(path_, {.method = "GET", .target = "/"}, 300ms);
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code, "client.no-answer");
  first.reset();
  EXPECT_EQ(asked({.method = "GET", .target = "/"}), "GET / ");
}

TEST_F(ServerTest, OutlivesAHandlerThatThrows) {
  serve([](const Request& request) -> Response {
    if (request.target == "/throw") throw std::runtime_error("oh");
    return {.body = "well"};
  });
  const auto response = ask(path_, {.method = "GET", .target = "/throw"});
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 500U);
  EXPECT_EQ(asked({.method = "GET", .target = "/"}), "well");
}

TEST_F(ServerTest, LeavesNothingInTheLoopWhenItGoes) {
  boost::asio::io_context loop;
  unsigned calls = 0;
  auto listener = Listener::unix_socket(path_);
  ASSERT_TRUE(listener);
  std::optional<Server> server(std::in_place, loop, std::move(*listener),
                               Service{.handle = [&](const Request&) { return ++calls, Response{}; }});
  const RawClient client(path_), half(path_), late(path_);
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  half.send("GET / HT");
  ASSERT_TRUE(test::run_until(loop, [&] { return calls == 1; }));
  late.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");  // has come, and is not read yet
  server.reset();
  loop.restart();
  loop.run_for(5s);
  EXPECT_TRUE(loop.stopped()) << "something keeps the loop busy";
  EXPECT_EQ(calls, 1U);
  EXPECT_EQ(half.receive(), "");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace guideway::http
