// What was resolved changes, and the answer with it.
#include "tests/neighbour/fixture.h"

namespace guideway::neighbour {
namespace {

class FollowTest : public ResolverTest {
 protected:
  void SetUp() override {
    ResolverTest::SetUp();
    if (IsSkipped()) return;
    node_->run("ip route add 10.9.0.0/16 via 10.0.0.254");
    watch({"10.0.0.11", "10.9.0.1", "10.9.0.2"});
    ASSERT_TRUE(eventually([&] { return resolver_->settled(); }));
    changes_.clear();
  }
};

TEST_F(FollowTest, AGatewayWithANewMac) {
  router_->run("sysctl -q net.ipv4.conf.eth0.arp_notify=1; ip link set eth0 address 02:00:00:00:00:dd");
  EXPECT_TRUE(eventually(
      [&] { return leads_to("10.9.0.1", "02:00:00:00:00:dd") && leads_to("10.9.0.2", "02:00:00:00:00:dd"); }));
  for (const auto& [backend, resolution] : changes_)
    EXPECT_TRUE(resolution.resolved()) << backend << ": " << resolution.reason;
}

TEST_F(FollowTest, ANeighbourThatSomebodyReplaced) {
  node_->run("ip neigh replace 10.0.0.254 lladdr 02:00:00:00:00:ee dev eth0 nud permanent");
  EXPECT_TRUE(eventually([&] { return leads_to("10.9.0.1", "02:00:00:00:00:ee"); }));
  EXPECT_TRUE(leads_to("10.0.0.11", "02:00:00:00:00:fe"));
  for (const auto& [backend, resolution] : changes_) EXPECT_NE(backend, "10.0.0.11");
}

TEST_F(FollowTest, AFlushedTableMakesNoGap) {
  node_->run("ip neigh flush all");
  EXPECT_TRUE(eventually([&] { return node_->run("ip neigh show 10.0.0.254").contains("lladdr"); }));
  eventually([] { return false; }, 100ms);
  EXPECT_TRUE(leads_to("10.9.0.1", "02:00:00:00:00:fe"));
  EXPECT_TRUE(changes_.empty());
}

TEST_F(FollowTest, ANeighbourThatFallsSilent) {
  router_->run("ip addr del 10.0.0.11/24 dev eth0");
  node_->run("ip neigh flush to 10.0.0.11");  // or it would be asked for only half a minute later
  EXPECT_TRUE(eventually([&] { return at("10.0.0.11").reason == "neighbour 10.0.0.11 does not answer"; }, 20s));
  EXPECT_TRUE(at("10.9.0.1").resolved());
}

TEST_F(FollowTest, ARouteThatMoves) {
  node_->run(
      "ip neigh replace 10.0.0.253 lladdr 02:00:00:00:00:53 dev eth0 nud permanent; ip route add 10.9.0.2 via "
      "10.0.0.253");
  EXPECT_TRUE(eventually([&] { return leads_to("10.9.0.2", "02:00:00:00:00:53"); }));
  EXPECT_TRUE(leads_to("10.9.0.1", "02:00:00:00:00:fe"));

  node_->run("ip route replace 10.9.0.0/16 via 10.1.0.254; ip route del 10.9.0.2");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").reason == "via eth1, not node.interface eth0"; }));
  EXPECT_TRUE(eventually([&] { return at("10.9.0.2").reason == "via eth1, not node.interface eth0"; }));

  node_->run("ip route del 10.9.0.0/16");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").reason == "no route"; }));
  node_->run("ip route add 10.9.0.0/16 via 10.0.0.254");
  EXPECT_TRUE(eventually([&] { return leads_to("10.9.0.1", "02:00:00:00:00:fe"); }));
}

TEST_F(FollowTest, ANextHopObjectThatIsReplaced) {
  node_->run(
      "ip neigh replace 10.0.0.253 lladdr 02:00:00:00:00:53 dev eth0 nud permanent;"
      "ip nexthop add id 7 via 10.0.0.254 dev eth0; ip route replace 10.9.0.0/16 nhid 7");
  eventually([] { return false; }, 100ms);
  EXPECT_TRUE(leads_to("10.9.0.1", "02:00:00:00:00:fe"));
  node_->run("ip nexthop replace id 7 via 10.0.0.253 dev eth0");
  EXPECT_TRUE(eventually([&] { return leads_to("10.9.0.1", "02:00:00:00:00:53"); }));
}

TEST_F(FollowTest, ARuleThatLeadsElsewhere) {
  node_->run("ip route add 10.9.0.0/16 via 10.1.0.254 table 99");
  eventually([] { return false; }, 100ms);  // the route's own notification is dealt with, and changes nothing
  EXPECT_TRUE(changes_.empty());
  node_->run("ip rule add to 10.9.0.1 lookup 99");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").reason == "via eth1, not node.interface eth0"; }));
  EXPECT_TRUE(at("10.9.0.2").resolved());
}

TEST_F(FollowTest, ALinkThatGoesDownAndComesBack) {
  router_->run("ip link set eth0 down");  // the carrier goes
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").reason == "link eth0 is down"; }));
  changes_.clear();
  router_->run("ip link set eth0 address 02:00:00:00:00:dd; ip link set eth0 up");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").resolved() && at("10.0.0.11").resolved(); }));
  for (const auto& [backend, resolution] : changes_)  // what was known from before is not taken for granted
    EXPECT_TRUE(!resolution.resolved() || resolution.hop.destination == mac("02:00:00:00:00:dd")) << backend;

  node_->run("ip link set eth0 down");  // and so do the routes
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").reason == "link eth0 is down"; }));
  node_->run("ip link set eth0 up; ip route add 10.9.0.0/16 via 10.0.0.254");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").resolved() && at("10.0.0.11").resolved(); }));
}

TEST_F(FollowTest, AnInterfaceThatIsMadeAnew) {
  const auto before = at("10.0.0.11").hop.interface;
  node_->run("ip link del eth0");
  EXPECT_TRUE(eventually([&] { return at("10.0.0.11").reason == "no interface eth0"; }));
  netns::connect(*node_, "eth0", *router_, "eth0");
  router_->run("ip link set eth0 address 02:00:00:00:00:fe; ip addr add 10.0.0.11/24 dev eth0");
  node_->run("ip addr add 10.0.0.1/24 dev eth0");
  EXPECT_TRUE(eventually([&] { return leads_to("10.0.0.11", "02:00:00:00:00:fe"); }));
  EXPECT_NE(at("10.0.0.11").hop.interface, before);
}

TEST_F(FollowTest, AnMtuOfTheLinkOrOfTheRoute) {
  node_->run("ip link set eth0 mtu 1400");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").hop.mtu == 1400 && at("10.0.0.11").hop.mtu == 1400; }));
  node_->run("ip route replace 10.9.0.0/16 via 10.0.0.254 mtu 1300");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").hop.mtu == 1300; }));
  EXPECT_EQ(at("10.0.0.11").hop.mtu, 1400);
  node_->run("ip route replace 10.9.0.0/16 via 10.0.0.254 mtu 9000");  // more than the link takes
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").hop.mtu == 1400; }));
}

TEST_F(FollowTest, OurOwnMac) {
  node_->run("ip link set eth0 address 02:00:00:00:00:02");
  EXPECT_TRUE(eventually([&] { return at("10.9.0.1").hop.source == mac("02:00:00:00:00:02"); }));
}

TEST_F(FollowTest, MoreNotificationsThanFitLoseNothing) {
  // While the loop stands still, more happens than the socket holds, and what matters comes last.
  eventually([] { return false; }, 100ms);
  node_->run(
      "for i in $(seq 1 40); do for j in $(seq 1 250); do echo route add 10.20.$i.$j via 10.0.0.254; done; done |"
      "ip -batch -");
  node_->run("ip neigh replace 10.0.0.254 lladdr 02:00:00:00:00:ee dev eth0 nud permanent; ip link set eth0 mtu 1400");
  EXPECT_TRUE(eventually([&] { return leads_to("10.9.0.1", "02:00:00:00:00:ee") && at("10.0.0.11").hop.mtu == 1400; }));
}

TEST_F(FollowTest, NothingIsReportedTwice) {
  node_->run("for i in 1 2 3 4 5; do ip route replace 10.9.0.0/16 via 10.0.0.254; ip link set eth1 mtu 140$i; done");
  eventually([] { return false; }, 200ms);
  EXPECT_TRUE(changes_.empty());
}

TEST_F(FollowTest, NoCallComesAfterItsEnd) {
  node_->run("ip link set eth0 mtu 1400");
  resolver_.reset();
  loop_.run_for(100ms);
  EXPECT_TRUE(changes_.empty());
}

}  // namespace
}  // namespace guideway::neighbour
