#include "control/announce/announcer.h"

#include <gmock/gmock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

#include "tests/announce/fixture.h"

namespace guideway::announce {
namespace {

using testing::HasSubstr;
using testing::Not;

const char* const both =
    "blackhole 203.0.113.10 proto 77 \nblackhole 2001:db8:1::10 dev lo proto 77 metric 1 pref medium\n";

TEST_F(AnnouncerTest, SetsOneRouteAndOneGuardForEachVip) {
  auto announcer = open();
  const auto changes = announcer.sync(vips({"203.0.113.10", "2001:db8:1::10"}), {}).value();
  EXPECT_EQ(changes.announced.size(), 2u);
  EXPECT_EQ(routes("table 201"), both);
  EXPECT_EQ(guards(), both);
}

TEST_F(AnnouncerTest, SyncIsIdempotentAndFollowsTheSet) {
  auto announcer = open();
  const auto all = vips({"203.0.113.10", "203.0.113.11", "2001:db8:1::10"});
  ASSERT_TRUE(announcer.sync(all, all));
  const auto again = announcer.sync(all, all).value();
  EXPECT_TRUE(again.announced.empty() && again.withdrawn.empty());

  const auto less = announcer.sync(vips({"203.0.113.11", "203.0.113.12"}), all).value();
  EXPECT_EQ(less.announced, std::vector{*parse_address("203.0.113.12")});
  EXPECT_EQ(less.withdrawn.size(), 2u);
  EXPECT_EQ(announcer.announced().value(), vips({"203.0.113.11", "203.0.113.12"}));
  EXPECT_THAT(guards(), HasSubstr("203.0.113.10"));  // withdrawn, but guarded
}

TEST_F(AnnouncerTest, ShutdownKeepsTheGuardsAndDetachRemovesAll) {
  auto announcer = open();
  const auto all = vips({"203.0.113.10", "2001:db8:1::10"});
  ASSERT_TRUE(announcer.sync(all, all));
  ASSERT_TRUE(announcer.sync({}, all));
  EXPECT_EQ(routes("table 201"), "");
  EXPECT_EQ(guards(), both);
  ASSERT_TRUE(announcer.remove_all());
  EXPECT_EQ(guards(), "");
}

TEST_F(AnnouncerTest, AdoptsWhatAnEarlierDaemonLeft) {
  const auto before = vips({"203.0.113.10", "203.0.113.11"});
  ASSERT_TRUE(open().sync(before, before));
  auto announcer = open();
  EXPECT_EQ(announcer.announced().value(), before);
  const auto changes = announcer.sync(vips({"203.0.113.11"}), vips({"203.0.113.11"})).value();
  EXPECT_TRUE(changes.announced.empty());
  EXPECT_EQ(routes("table 201"), "blackhole 203.0.113.11 proto 77 \n");
  EXPECT_EQ(guards(), "blackhole 203.0.113.11 proto 77 \n");
}

TEST_F(AnnouncerTest, RestoresWhatSomebodyElseRemoved) {
  auto announcer = open();
  ASSERT_TRUE(announcer.sync(vips({"203.0.113.10"}), {}));
  node_->run("ip route flush table 201; ip route del blackhole 203.0.113.10");
  ASSERT_TRUE(announcer.sync(vips({"203.0.113.10"}), {}));
  EXPECT_THAT(routes("table 201"), HasSubstr("203.0.113.10"));
  EXPECT_THAT(guards(), HasSubstr("203.0.113.10"));
}

TEST_F(AnnouncerTest, LeavesForeignRoutesAlone) {
  // As like ours as can be: same table and type with another protocol; our protocol, but no blackhole or not a /32.
  node_->run(
      "ip route add blackhole 203.0.113.50 table 201 proto static && ip route add 203.0.113.51 via 10.0.0.2 table 201 "
      "proto 77 &&"
      "ip route add blackhole 203.0.113.64/28 table 201 proto 77 && ip route add blackhole 198.51.100.1 proto static &&"
      "ip -6 route add blackhole 2001:db8:1::50 table 201 proto static");
  const auto foreign = routes("table 201"), foreign_main = routes("table main");
  auto announcer = open();
  ASSERT_TRUE(announcer.sync(vips({"203.0.113.10", "2001:db8:1::10"}), {}));
  EXPECT_NE(routes("table 201"), foreign);
  ASSERT_TRUE(announcer.remove_all());
  EXPECT_EQ(routes("table 201"), foreign);
  EXPECT_EQ(routes("table main"), foreign_main);
}

TEST_F(AnnouncerTest, AForeignRouteInTheWayIsNamedAndTheRestDone) {
  node_->run("ip route add 203.0.113.10 via 10.0.0.2");
  auto announcer = open();
  const auto changes = announcer.sync(vips({"203.0.113.10", "203.0.113.11"}), {});
  ASSERT_FALSE(changes);
  EXPECT_EQ(changes.error().code, "announce.foreign-route");
  EXPECT_THAT(changes.error().message, HasSubstr("table 254"));
  EXPECT_THAT(routes("table 201"), HasSubstr("203.0.113.11"));
  EXPECT_THAT(routes("table 201"), Not(HasSubstr("203.0.113.10"))) << "announced without a guard";
}

TEST_F(AnnouncerTest, TheGuardWinsOverEveryOtherWay) {
  node_->run(
      "ip route add default via 10.0.0.2; ip -6 route add default via 2001:db8::2; "
      "ip -6 route add 2001:db8:1::10 via 2001:db8::2 metric 5");
  auto announcer = open();
  ASSERT_TRUE(announcer.sync({}, vips({"203.0.113.10", "2001:db8:1::10"})));
  EXPECT_FALSE(node_->attempt("ip route get 203.0.113.10"));
  EXPECT_FALSE(node_->attempt("ip -6 route get 2001:db8:1::10"));
  EXPECT_TRUE(node_->attempt("ip route get 203.0.113.11"));
}

TEST_F(AnnouncerTest, AVipOfThisHostStaysReachable) {
  node_->run("ip addr add 203.0.113.10/32 dev lo; ip addr add 2001:db8:1::10/128 dev lo");
  auto announcer = open();
  ASSERT_TRUE(announcer.sync(vips({"203.0.113.10", "2001:db8:1::10"}), {}));
  EXPECT_THAT(node_->run("ip route get 203.0.113.10"), HasSubstr("local"));
  EXPECT_THAT(node_->run("ip -6 route get 2001:db8:1::10"), HasSubstr("local"));
  ASSERT_TRUE(announcer.remove_all());
  EXPECT_THAT(node_->run("ip addr show dev lo"), HasSubstr("203.0.113.10"));
}

TEST_F(AnnouncerTest, TakesTableNumbersBeyondAByteAndRefusesTheKernelsOwn) {
  auto announcer = open(70000);
  ASSERT_TRUE(announcer.sync(vips({"203.0.113.10", "2001:db8:1::10"}), {}));
  EXPECT_EQ(routes("table 70000"), both);
  EXPECT_EQ(announcer.announced().value().size(), 2u);
  for (const std::uint32_t table : {0u, 253u, 254u, 255u}) {
    const auto refused = Announcer::open(table);
    ASSERT_FALSE(refused) << table;
    EXPECT_EQ(refused.error().code, "announce.bad-table");
  }
}

TEST_F(AnnouncerTest, SaysWhichPrivilegeIsMissing) {
  auto announcer = open();
  Result<Changes> changes;
  std::thread([&] {  // the effective user is a thread's own, by the system call itself
    syscall(SYS_setresuid, -1, 65534, -1);
    changes = announcer.sync(vips({"203.0.113.10"}), {});
  })
      .join();
  ASSERT_FALSE(changes);
  EXPECT_EQ(changes.error().code, "announce.route-failed");
  EXPECT_THAT(changes.error().hint, HasSubstr("CAP_NET_ADMIN"));
}

TEST_F(AnnouncerTest, AThousandVipsComeAndGo) {
  std::set<Address> many;
  for (int i = 0; i < 1000; ++i) {
    many.insert(parse_address("203.0." + std::to_string(i / 250) + "." + std::to_string(i % 250)).value());
    many.insert(parse_address("2001:db8:1::" + std::to_string(i)).value());
  }
  auto announcer = open();
  EXPECT_EQ(announcer.sync(many, many).value().announced.size(), 2000u);
  EXPECT_EQ(announcer.announced().value(), many);
  EXPECT_EQ(announcer.remove_all().value().withdrawn.size(), 2000u);
  EXPECT_EQ(routes("table 201"), "");
}

}  // namespace
}  // namespace guideway::announce
