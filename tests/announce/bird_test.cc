// The other side of the announcement: BIRD itself, with the configuration that the documentation tells
// users to write. Its periodic scan is set beyond the test's end, so that only notifications can be what it learns
// from.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "tests/announce/fixture.h"

namespace guideway::announce {
namespace {

constexpr const char* configuration = R"(
router id 10.0.0.1;
protocol device { }
ipv4 table vips4;
ipv6 table vips6;
protocol kernel learn4 { kernel table 201; learn; scan time 3600; ipv4 { table vips4; import all; export none; }; }
protocol kernel learn6 { kernel table 201; learn; scan time 3600; ipv6 { table vips6; import all; export none; }; }
)";

class BirdTest : public AnnouncerTest {
 protected:
  void SetUp() override {
    AnnouncerTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_EQ(system("command -v bird >/dev/null"), 0) << "bird2 is not installed; run ./dev install-packages";
    char name[] = "/tmp/gw-announce-XXXXXX";
    directory_ = mkdtemp(name);
    std::ofstream(directory_ / "bird.conf") << configuration;
    bird_.emplace(
        node_->start("bird -f -c " + file("bird.conf") + " -s " + file("bird.ctl") + " -P " + file("bird.pid")));
    ASSERT_TRUE(netns::eventually([&] { return ask("show protocols learn6").contains("up"); }))
        << ask("show protocols");
  }

  void TearDown() override {
    bird_.reset();
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
  }

  std::string file(const char* name) { return (directory_ / name).string(); }
  std::string ask(const std::string& question) {
    return node_->start("birdc -s " + file("bird.ctl") + " " + question).wait().second;
  }
  bool knows(const std::string& prefix) { return ask("show route table all " + prefix).contains(prefix + " "); }

  // BIRD follows in milliseconds; the promise is "about a second", and the rest is for a busy machine.
  bool soon(auto condition) { return netns::eventually(condition, std::chrono::seconds(5)); }

  std::filesystem::path directory_;
  std::optional<netns::Process> bird_;
};

TEST_F(BirdTest, LearnsAnAnnouncementAndForgetsAWithdrawal) {
  auto announcer = open();
  const auto all = vips({"203.0.113.10", "2001:db8:1::10"});
  ASSERT_FALSE(knows("203.0.113.10/32"));
  ASSERT_TRUE(announcer.sync(all, all));
  EXPECT_TRUE(soon([&] { return knows("203.0.113.10/32") && knows("2001:db8:1::10/128"); }))
      << ask("show route table all");

  ASSERT_TRUE(announcer.sync(vips({"2001:db8:1::10"}), all));
  EXPECT_TRUE(soon([&] { return !knows("203.0.113.10/32"); })) << ask("show route table all");
  EXPECT_TRUE(knows("2001:db8:1::10/128"));

  ASSERT_TRUE(announcer.sync({}, all));
  EXPECT_TRUE(soon([&] { return !knows("2001:db8:1::10/128"); })) << ask("show route table all");
}

TEST_F(BirdTest, SeesNoWithdrawalWhenANewDaemonAdopts) {
  const auto all = vips({"203.0.113.10"});
  ASSERT_TRUE(open().sync(all, all));
  ASSERT_TRUE(soon([&] { return knows("203.0.113.10/32"); }));
  const auto since = ask("show route table vips4 203.0.113.10/32 all");
  ASSERT_TRUE(open().sync(all, all));
  // A route that comes after it tells when BIRD has seen all that there was to see.
  const auto more = vips({"203.0.113.10", "203.0.113.11"});
  ASSERT_TRUE(open().sync(more, more));
  ASSERT_TRUE(soon([&] { return knows("203.0.113.11/32"); }));
  EXPECT_EQ(ask("show route table vips4 203.0.113.10/32 all"), since);  // with the time at which it was learnt
}

}  // namespace
}  // namespace guideway::announce
