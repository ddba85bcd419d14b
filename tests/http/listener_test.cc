#include "control/http/listener.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <barrier>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "tests/http/raw_client.h"
#include "tests/http/server_thread.h"

namespace guideway::http {
namespace {

using testing::HasSubstr;

class UnixListenerTest : public testing::Test {
 protected:
  // What a daemon leaves behind that was killed.
  void leave_stale_socket() const {
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path_.data(), path_.size());
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }

  test::TemporaryDirectory directory_;
  std::string path_ = directory_.file("api.sock");
};

TEST_F(UnixListenerTest, IsForItsOwnerAndGroup) {
  const auto listener = Listener::unix_socket(path_);
  ASSERT_TRUE(listener) << to_text(listener.error());
  EXPECT_EQ(listener->name(), path_);
  struct stat file{};
  ASSERT_EQ(::lstat(path_.c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 07777U, 0660U);
}

TEST_F(UnixListenerTest, TakesItsFileAlongAndNoOther) {
  {
    const auto listener = Listener::unix_socket(path_);
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
  {
    const auto listener = Listener::unix_socket(path_);
    std::filesystem::remove(path_);
    std::ofstream(path_) << "somebody else's";
  }
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(UnixListenerTest, TakesAStaleSocket) {
  leave_stale_socket();
  ASSERT_TRUE(std::filesystem::is_socket(path_));
  ASSERT_THROW(test::RawClient{path_}, std::runtime_error);
  const auto listener = Listener::unix_socket(path_);
  ASSERT_TRUE(listener) << to_text(listener.error());
  test::RawClient{path_};
}

TEST_F(UnixListenerTest, LeavesALivingOneAlone) {
  const auto first = Listener::unix_socket(path_);
  ASSERT_TRUE(first);
  const auto second = Listener::unix_socket(path_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, "socket.in-use");
  EXPECT_THAT(second.error().message, HasSubstr("is in use by process " + std::to_string(::getpid()) + " (http_test)"));
  test::RawClient{path_};
}

TEST_F(UnixListenerTest, LeavesAFileAloneThatIsNoSocket) {
  std::ofstream(path_) << "precious";
  const auto listener = Listener::unix_socket(path_);
  ASSERT_FALSE(listener);
  EXPECT_EQ(listener.error().code, "socket.not-a-socket");
  EXPECT_EQ(std::filesystem::file_size(path_), 8U);
}

TEST_F(UnixListenerTest, MakesOneMissingDirectory) {
  EXPECT_TRUE(Listener::unix_socket(directory_.file("run") + "/api.sock"));
  const auto two = Listener::unix_socket(directory_.file("no") + "/such/api.sock");
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().code, "socket.no-directory");
}

TEST_F(UnixListenerTest, RefusesAPathThatDoesNotFit) {
  for (const std::string& path : {std::string(), directory_.file(std::string(108, 'a'))}) {
    const auto listener = Listener::unix_socket(path);
    ASSERT_FALSE(listener);
    EXPECT_EQ(listener.error().code, "socket.path-length");
  }
}

TEST_F(UnixListenerTest, GoesToOneOfManyThatStartAtOnce) {
  constexpr std::size_t daemons = 8;
  for (int round = 0; round < 50; ++round) {
    leave_stale_socket();
    std::vector<std::optional<Result<Listener>>> taken(daemons);
    std::barrier start(daemons);
    {
      std::vector<std::jthread> threads;
      for (auto& mine : taken)
        threads.emplace_back([&] {
          start.arrive_and_wait();
          mine.emplace(Listener::unix_socket(path_));
        });
    }
    ASSERT_EQ(std::ranges::count_if(taken, [](const auto& mine) { return mine->has_value(); }), 1);
    test::RawClient{path_};
  }
}

TEST(TcpListener, SaysWhichPortItGot) {
  const auto listener = Listener::tcp(*parse_endpoint("127.0.0.1:0"));
  ASSERT_TRUE(listener) << to_text(listener.error());
  const auto where = parse_endpoint(listener->name());
  ASSERT_TRUE(where);
  EXPECT_NE(where->port, 0);

  const auto second = Listener::tcp(*where);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, "socket.listen");
  EXPECT_THAT(second.error().message, HasSubstr("cannot listen on " + listener->name() + ": Address already in use"));
}

}  // namespace
}  // namespace guideway::http
