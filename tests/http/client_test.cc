#include "control/http/client.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "control/http/listener.h"
#include "tests/http/server_thread.h"

namespace guideway::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class ClientTest : public testing::Test {
 protected:
  [[nodiscard]] Error failure(std::chrono::milliseconds patience = 5s) const {
    const auto response = ask(path_, {.method = "GET", .target = "/"}, patience);
    return response ? Error{"none", "it was answered"} : response.error();
  }

  test::TemporaryDirectory directory_;
  std::string path_ = directory_.file("api.sock");
};

TEST_F(ClientTest, SaysThatNobodyListens) { EXPECT_EQ(failure().code, "client.nobody-listens"); }

TEST_F(ClientTest, SaysThatItMayNotAsk) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become somebody who may not";
  const auto listener = Listener::unix_socket(path_);
  std::filesystem::permissions(directory_.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(path_, std::filesystem::perms(0600));
  ASSERT_EQ(::seteuid(65534), 0);
  const Error error = failure();
  ASSERT_EQ(::seteuid(0), 0);
  EXPECT_EQ(error.code, "client.no-permission");
}

TEST_F(ClientTest, DoesNotWaitForEver) {
  const auto listener = Listener::unix_socket(path_);  // its queue takes the connection, and nobody answers
  const Error error = failure(200ms);
  EXPECT_EQ(error.code, "client.no-answer");
  EXPECT_THAT(error.message, HasSubstr("within 200 ms"));
}

TEST_F(ClientTest, SaysThatTheAnswerIsNone) {
  auto listener = Listener::unix_socket(path_);
  ASSERT_TRUE(listener);
  const Descriptor socket(listener->release());
  for (const std::string_view answer : {"", "SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort"}) {
    std::thread server([&] {
      const Descriptor connection(::accept(socket.get(), nullptr, nullptr));
      char request[4096];
      EXPECT_GT(::recv(connection.get(), request, sizeof request, 0), 0);
      ::send(connection.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
    });
    EXPECT_EQ(failure().code, "client.no-answer") << answer;
    server.join();
  }
}

}  // namespace
}  // namespace guideway::http
