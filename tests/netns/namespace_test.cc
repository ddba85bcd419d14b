#include "tests/netns/namespace.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/netns/eventually.h"

namespace guideway::netns {
namespace {

ino_t current_namespace() {
  struct stat status{};
  stat("/proc/thread-self/ns/net", &status);
  return status.st_ino;
}

class NamespaceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = unavailable()) GTEST_SKIP() << *why;
  }
};

TEST_F(NamespaceTest, TwoOfThemAreJoinedByPorts) {
  const Namespace a, b;
  connect(a, "port0", b, "port1");
  a.run("ip addr add 10.1.0.1/24 dev port0");
  b.run("ip addr add 10.1.0.2/24 dev port1");
  a.run("ip neigh replace 10.1.0.2 dev port0 use");
  EXPECT_TRUE(eventually([&] { return a.run("ip neigh show 10.1.0.2").contains("lladdr"); }));
  EXPECT_FALSE(a.attempt("ip link show port1"));
}

TEST_F(NamespaceTest, TheThreadComesBack) {
  const ino_t home = current_namespace();
  const Namespace a;
  {
    const Inside inside(a);
    EXPECT_NE(current_namespace(), home);
  }
  EXPECT_EQ(current_namespace(), home);
}

TEST_F(NamespaceTest, CommandsReportOutputAndStatus) {
  const Namespace a;
  EXPECT_EQ(a.run("echo one; echo two >&2"), "one\ntwo\n");
  EXPECT_EQ(a.start("exit 3;").wait().first, 3);
  EXPECT_FALSE(a.attempt("false"));
}

TEST_F(NamespaceTest, AProcessEndsWithItsObject) {
  const Namespace a;
  pid_t pid = 0;
  {
    const auto sleeper = a.start("sleep 1000");
    pid = sleeper.pid();
    EXPECT_EQ(kill(pid, 0), 0);
  }
  EXPECT_NE(kill(pid, 0), 0);
}

}  // namespace
}  // namespace guideway::netns
