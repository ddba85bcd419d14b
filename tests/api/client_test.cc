// The client against the real server, over a real socket.
#include "control/api/client.h"

#include <gmock/gmock.h>

#include <optional>

#include "control/api/service.h"
#include "tests/http/raw_client.h"
#include "tests/http/server_thread.h"

namespace guideway::api {
namespace {

using testing::StartsWith;

Handlers daemon() {
  return {.version = "1.2.3",
          .generation = [] { return std::uint64_t{7}; },
          .status = []() -> Reply { return Json{{"pools", Json::array({"web"})}}; },
          .trace = [](const std::string& protocol, const std::string& source, const std::string& destination) -> Reply {
            return Json{{"echo", protocol + " " + source + " " + destination}};
          },
          .reload = []() -> Reply {
            return std::unexpected(
                Refusal({"config.invalid", "1 error", "mend it", Exit::bad_input}, {{"diagnostics", {"lb.yaml:1:1"}}}));
          },
          .drain = [](const std::string& backend, bool drained) -> Reply {
            if (backend == "nobody") return std::unexpected(unknown_backend(backend));
            return Json{{"backend", backend}, {"drained", drained}};
          }};
}

class ApiClientTest : public testing::Test {
 protected:
  void serve(http::Service service) {
    auto listener = http::Listener::unix_socket(path_);
    ASSERT_TRUE(listener) << to_text(listener.error());
    server_.emplace(std::move(*listener), std::move(service));
  }

  test::TemporaryDirectory directory_;
  std::string path_ = directory_.file("api.sock");
  Client client_{path_};
  std::optional<test::ServerThread> server_;
};

TEST_F(ApiClientTest, GetsWhatTheDaemonSays) {
  serve(service(daemon()));
  EXPECT_EQ(client_.status()->dump(), R"({"generation":7,"pools":["web"]})");
  EXPECT_EQ(client_.version()->dump(), R"({"generation":7,"version":"1.2.3","api":1})");
  EXPECT_EQ(client_.trace("tcp", "[2001:db8::1]:1", "a&b=c")->at("echo"), "tcp [2001:db8::1]:1 a&b=c");
  EXPECT_EQ(client_.drain("a/b c", true)->dump(), R"({"generation":7,"backend":"a/b c","drained":true})");
  EXPECT_EQ(client_.drain("web-1", false)->at("drained"), false);
}

TEST_F(ApiClientTest, GetsTheDaemonsErrorsWhole) {
  serve(service(daemon()));
  const Reply reloaded = client_.reload();
  ASSERT_FALSE(reloaded);
  EXPECT_EQ(to_text(reloaded.error().error), "error[config.invalid]: 1 error; mend it");
  EXPECT_EQ(reloaded.error().error.exit, Exit::bad_input);
  EXPECT_EQ(reloaded.error().details["diagnostics"].size(), 1U);
  const Reply drained = client_.drain("nobody", true);
  ASSERT_FALSE(drained);
  EXPECT_EQ(drained.error().error.code, "api.unknown-backend");
  EXPECT_EQ(drained.error().status, 404U);
}

TEST_F(ApiClientTest, SaysHowToStartTheDaemonThatIsNotThere) {
  const Reply reply = client_.status();
  ASSERT_FALSE(reply);
  EXPECT_EQ(to_text(reply.error().error), "error[client.no-daemon]: no daemon is listening at " + path_ +
                                              "; start it with guideway run FILE, or name another with --socket");
}

TEST_F(ApiClientTest, TellsADaemonFromOtherServers) {
  http::Response response;
  serve({.handle = [&](const http::Request&) { return response; }});
  const std::pair<unsigned, const char*> answers[] = {{200, "hello"},
                                                      {200, "[]"},
                                                      {200, "{}"},
                                                      {500, R"({"generation": 1})"},
                                                      {500, R"({"generation": 1, "error": "no"})"}};
  for (const auto& [status, body] : answers) {
    response = {.status = status, .body = body};
    const Reply reply = client_.status();
    ASSERT_FALSE(reply) << body;
    EXPECT_EQ(reply.error().error.code, "client.not-a-daemon");
  }
}

TEST_F(ApiClientTest, RefusesWhatIsNotHttpInJson) {
  serve(service(daemon()));
  const test::RawClient raw(path_);
  raw.send("hello\r\n\r\n");
  const std::string answer = raw.receive();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 400 "));
  const Json body = Json::parse(answer.substr(answer.find("\r\n\r\n") + 4));
  EXPECT_EQ(body["error"]["code"], "api.bad-request");
  EXPECT_EQ(body["generation"], 7);
}

}  // namespace
}  // namespace guideway::api
