// Attaching, changing and detaching on a host: what is there then, and that nothing is left.
#include <filesystem>

#include "tests/backend/host_test.h"

namespace guideway::backend {
namespace {

using testing::HasSubstr;
using testing::Not;

class Attach : public HostTest {
 protected:
  int setting(const std::string& name) { return std::stoi(host->run("cat /proc/sys/net/ipv4/conf/" + name)); }
  void set(const std::string& name, int value) {
    host->run(fmt::format("echo {} >/proc/sys/net/ipv4/conf/{}", value, name));
  }
};

TEST_F(Attach, LeavesNoTraceOnceDetached) {
  const std::string before = picture();
  ASSERT_TRUE(succeeds(attach(setup)));
  EXPECT_THAT(host->run("ip -o addr show dev lo"), HasSubstr("inet 203.0.113.10/32 scope host"));
  EXPECT_THAT(host->run("ip -o addr show dev lo"),
              HasSubstr("inet6 2001:db8:ffff::10/128 scope global nodad deprecated"));
  EXPECT_THAT(host->run("ip link show dev eth0"), HasSubstr("xdp "));
  EXPECT_THAT(host->run("tc filter show dev eth0 egress"), HasSubstr("clamp_mss"));
  EXPECT_EQ(setting("eth0/arp_ignore"), 1);
  EXPECT_EQ(setting("eth0/arp_announce"), 2);

  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(picture(), before);
  EXPECT_EQ(code_of(status(setup.interface, setup.pins)), "backend.not-attached");
  EXPECT_EQ(code_of(detach(setup.interface, setup.pins)), "backend.not-attached");
}

TEST_F(Attach, TellsWhatItChangedAndOnlyOnce) {
  const auto first = attach(setup);
  ASSERT_TRUE(succeeds(first));
  EXPECT_THAT(*first, testing::ElementsAre("net/ipv4/conf/eth0/arp_ignore = 1 (was 0)",
                                           "net/ipv4/conf/eth0/arp_announce = 2 (was 0)"));
  const auto again = attach(setup);
  ASSERT_TRUE(succeeds(again));
  EXPECT_THAT(*again, testing::IsEmpty());
}

TEST_F(Attach, TwiceIsLikeOnce) {
  const std::string before = picture();
  ASSERT_TRUE(succeeds(attach(setup)));
  ASSERT_TRUE(succeeds(attach(setup)));
  const auto now = status(setup.interface, setup.pins);
  ASSERT_TRUE(succeeds(now));
  EXPECT_EQ(now->mode, Mode::native);
  EXPECT_EQ(now->vips, setup.vips);
  EXPECT_EQ(now->balancers.size(), 2u);
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(picture(), before);
}

TEST_F(Attach, ChangesTheListsInPlace) {
  const std::string before = picture();
  ASSERT_TRUE(succeeds(attach(setup)));
  setup.balancers = addresses({"10.77.0.2", "2001:db8:77::3"});
  setup.vips = addresses({"203.0.113.11", "2001:db8:ffff::10"});
  ASSERT_TRUE(succeeds(attach(setup)));

  const auto now = status(setup.interface, setup.pins);
  ASSERT_TRUE(succeeds(now));
  EXPECT_EQ(now->vips, setup.vips);
  ASSERT_EQ(now->balancers.size(), 2u);
  EXPECT_EQ(now->balancers[1].address, setup.balancers[1]);
  const std::string loopback = host->run("ip -o addr show dev lo");
  EXPECT_THAT(loopback, HasSubstr("203.0.113.11/32"));
  EXPECT_THAT(loopback, Not(HasSubstr("203.0.113.10/32")));
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(picture(), before);
}

TEST_F(Attach, TakesTheSegmentsFromTheMtuAndTheLargestOuterHeader) {
  const auto segments = [&] { return status(setup.interface, setup.pins)->segments; };
  ASSERT_TRUE(succeeds(attach(setup)));
  EXPECT_EQ(segments().ipv4, 1500 - 20 - 4 - 20 - 20);
  EXPECT_EQ(segments().ipv6, 1500 - 20 - 4 - 40 - 20);
  setup.balancers = addresses({"10.77.0.1", "2001:db8:77::1"});
  ASSERT_TRUE(succeeds(attach(setup)));
  EXPECT_EQ(segments().ipv4, 1500 - 40 - 4 - 20 - 20);
  setup.mtu = 9000;
  ASSERT_TRUE(succeeds(attach(setup)));
  EXPECT_EQ(segments().ipv6, 9000 - 40 - 4 - 40 - 20);
}

TEST_F(Attach, LeavesWhatItFoundAsItWas) {
  host->run("ip addr add 203.0.113.10/32 dev lo && tc qdisc add dev eth0 clsact");
  host->run("tc filter add dev eth0 egress pref 9 protocol ip u32 match ip dst 192.0.2.1 flowid 1:1");
  set("all/arp_announce", 2);
  set("all/arp_ignore", 1);
  const std::string before = picture();
  ASSERT_TRUE(succeeds(attach(setup)));
  EXPECT_EQ(setting("eth0/arp_ignore"), 0) << "that of `all` is in force";
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(picture(), before);
}

TEST_F(Attach, LeavesWhatOthersDidInTheMeantime) {
  ASSERT_TRUE(succeeds(attach(setup)));
  set("eth0/arp_ignore", 2);
  host->run("tc filter add dev eth0 egress pref 9 protocol ip u32 match ip dst 192.0.2.1 flowid 1:1");
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(setting("eth0/arp_ignore"), 2);
  EXPECT_EQ(setting("eth0/arp_announce"), 0);
  EXPECT_THAT(host->run("tc filter show dev eth0 egress"), HasSubstr("pref 9 "));
  EXPECT_THAT(host->run("tc filter show dev eth0 egress"), Not(HasSubstr("clamp_mss")));
}

TEST_F(Attach, LoosensAStrictReversePathFilterOnly) {
  for (const auto& [all, own, expected] : {std::tuple{1, 0, 2}, {0, 1, 2}, {0, 0, 0}, {2, 1, 1}}) {
    SCOPED_TRACE(fmt::format("all {}, own {}", all, own));
    set("all/rp_filter", all);
    set("eth0/rp_filter", own);
    ASSERT_TRUE(succeeds(attach(setup)));
    EXPECT_EQ(setting("eth0/rp_filter"), expected);
    ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
    EXPECT_EQ(setting("eth0/rp_filter"), own);
  }
}

TEST_F(Attach, WorksOnAnInterfaceWithADotInItsName) {
  host->run("ip link set eth0 down && ip link set eth0 name eth0.100 && ip link set eth0.100 up");
  setup.interface = "eth0.100";
  ASSERT_TRUE(succeeds(attach(setup)));
  EXPECT_EQ(status(setup.interface, setup.pins)->mode, Mode::native);
  EXPECT_EQ(setting("eth0.100/arp_ignore"), 1);
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(setting("eth0.100/arp_ignore"), 0);
}

}  // namespace
}  // namespace guideway::backend
