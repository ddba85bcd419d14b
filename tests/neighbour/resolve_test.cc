// From nothing to an answer, or to the reason why there is none.
#include <fmt/format.h>

#include "tests/neighbour/fixture.h"

namespace guideway::neighbour {
namespace {

using testing::HasSubstr;

TEST_F(ResolverTest, ABackendOnTheLinkIsItsOwnNextHop) {
  watch({"10.0.0.11", "2001:db8::11"});
  ASSERT_TRUE(eventually([&] { return resolver_->settled(); }));
  for (const char* backend : {"10.0.0.11", "2001:db8::11"}) {
    const auto hop = at(backend).hop;
    EXPECT_NE(hop.interface, 0u) << at(backend).reason;
    EXPECT_EQ(hop.source, mac("02:00:00:00:00:01"));
    EXPECT_EQ(hop.destination, mac("02:00:00:00:00:fe"));
    EXPECT_EQ(hop.mtu, 1500);
  }
}

TEST_F(ResolverTest, ABackendBehindAGatewayHasTheGatewaysMac) {
  node_->run(
      "ip route add 10.9.0.0/16 via 10.0.0.254; ip route add 10.8.0.1 via inet6 2001:db8::fe;"
      "ip -6 route add 2001:db8:9::/48 via 2001:db8::fe");
  watch({"10.9.1.1", "10.9.1.2", "10.8.0.1", "2001:db8:9::1"});
  ASSERT_TRUE(eventually([&] { return resolver_->settled(); }));
  for (const char* backend : {"10.9.1.1", "10.9.1.2", "10.8.0.1", "2001:db8:9::1"})
    EXPECT_TRUE(leads_to(backend, "02:00:00:00:00:fe")) << backend << ": " << at(backend).reason;
  // The backends share the gateway's entry, and the kernel was told to keep it fresh.
  EXPECT_THAT(node_->run("ip neigh show 10.0.0.254"), HasSubstr("managed"));
  EXPECT_EQ(node_->run("ip neigh show 10.9.1.1"), "");
}

TEST_F(ResolverTest, SaysWhyThereIsNoAnswer) {
  node_->run(
      "ip route add blackhole 10.9.0.1; ip route add unreachable 10.9.0.2; ip route add prohibit 10.9.0.3;"
      "ip -6 route add blackhole 2001:db8:9::1");
  watch({"192.0.2.1", "2001:db8:5::1", "10.1.0.254", "10.9.0.1", "10.9.0.2", "10.9.0.3", "2001:db8:9::1", "10.0.0.1",
         "10.0.0.255"});
  EXPECT_TRUE(resolver_->settled());
  EXPECT_EQ(at("192.0.2.1").reason, "no route");
  EXPECT_EQ(at("2001:db8:5::1").reason, "no route");
  EXPECT_EQ(at("10.1.0.254").reason, "via eth1, not node.interface eth0");
  EXPECT_EQ(at("10.9.0.1").reason, "the route is a blackhole");
  EXPECT_EQ(at("2001:db8:9::1").reason, "the route is a blackhole");
  EXPECT_EQ(at("10.9.0.2").reason, "the route is unreachable");
  EXPECT_EQ(at("10.9.0.3").reason, "the route is prohibited");
  EXPECT_EQ(at("10.0.0.1").reason, "it is an address of this host");
  EXPECT_EQ(at("10.0.0.255").reason, "the route is not to a single host");
  for (const auto& [backend, resolution] : changes_) EXPECT_FALSE(resolution.resolved()) << backend;
}

TEST_F(ResolverTest, ASilentNeighbourIsReportedAndAskedForAgainUntilItAnswers) {
  watch({"10.0.0.12", "2001:db8::12"});
  EXPECT_FALSE(resolver_->settled());
  EXPECT_TRUE(at("10.0.0.12").pending);
  ASSERT_TRUE(eventually([&] { return resolver_->settled(); }, 20s));
  EXPECT_EQ(at("10.0.0.12").reason, "neighbour 10.0.0.12 does not answer");
  EXPECT_EQ(at("2001:db8::12").reason, "neighbour 2001:db8::12 does not answer");

  // The kernel itself asks now and then for what is managed. That we do shows when somebody takes the mark away.
  node_->run("ip neigh replace 10.0.0.12 dev eth0 use");
  EXPECT_TRUE(eventually([&] { return node_->run("ip neigh show 10.0.0.12").contains("managed"); }));

  router_->run("ip addr add 10.0.0.12/24 dev eth0; ip addr add 2001:db8::12/64 dev eth0");
  EXPECT_TRUE(eventually([&] { return at("10.0.0.12").resolved() && at("2001:db8::12").resolved(); }));
}

TEST_F(ResolverTest, AnEntryThatSomebodyFixedIsUsedAndNotTouched) {
  node_->run("ip neigh replace 10.0.0.12 lladdr 02:00:00:00:00:12 dev eth0 nud permanent");
  watch({"10.0.0.12"});
  EXPECT_TRUE(leads_to("10.0.0.12", "02:00:00:00:00:12"));
  EXPECT_THAT(node_->run("ip neigh show 10.0.0.12"), HasSubstr("PERMANENT"));
}

TEST_F(ResolverTest, WhatIsNoLongerWatchedIsLetGo) {
  watch({"10.0.0.11", "10.0.0.254"});
  ASSERT_TRUE(eventually([&] { return resolver_->settled(); }));
  node_->run("ip neigh add 10.0.0.77 dev eth0 managed");  // somebody else's
  watch({"10.0.0.254"});
  EXPECT_FALSE(resolver_->look_up(address("10.0.0.11")));
  const auto managed = [&](const char* neighbour) {
    return node_->run(fmt::format("ip neigh show {}", neighbour)).contains("managed");
  };
  EXPECT_FALSE(managed("10.0.0.11"));
  EXPECT_TRUE(managed("10.0.0.254"));
  EXPECT_TRUE(managed("10.0.0.77"));

  // A daemon that ends leaves them; the next one takes over what it wants and lets the rest go.
  resolver_.reset();
  EXPECT_TRUE(managed("10.0.0.254"));
  open();
  watch({"10.0.0.11"});
  EXPECT_TRUE(managed("10.0.0.11"));
  EXPECT_FALSE(managed("10.0.0.254"));
  {
    const netns::Inside inside(*node_);
    ASSERT_TRUE(let_go("eth0"));
  }
  EXPECT_FALSE(managed("10.0.0.11"));
  EXPECT_TRUE(managed("10.0.0.77"));
}

TEST_F(ResolverTest, AThousandBackendsAreResolvedSoon) {
  // Half of them on the link, all at the router's MAC; half behind it. (Linux holds 1,024 neighbours by default.)
  std::string answer;
  std::vector<std::string> backends;
  for (int i = 0; i < 500; ++i) {
    const std::string on_link = fmt::format("10.2.{}.{}", i / 250, i % 250 + 1);
    answer += fmt::format("addr add {}/32 dev eth0\n", on_link);
    backends.push_back(on_link);
    backends.push_back(fmt::format("10.9.{}.{}", i / 250, i % 250 + 1));
  }
  router_->run("ip -batch - <<END\n" + answer + "END\n");
  node_->run("ip route add 10.2.0.0/16 dev eth0; ip route add 10.9.0.0/16 via 10.0.0.254");

  const auto start = std::chrono::steady_clock::now();
  watch(backends);
  ASSERT_TRUE(eventually([&] { return resolver_->settled(); }, 20s));
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  RecordProperty("milliseconds", static_cast<int>(took.count()));
  for (const std::string& backend : backends)
    EXPECT_TRUE(leads_to(backend, "02:00:00:00:00:fe")) << backend << ": " << at(backend).reason;
}

TEST_F(ResolverTest, AMissingInterfaceIsAnError) {
  const auto refused = Resolver::open(loop_, "eth9", {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "neighbour.no-interface");
  EXPECT_THAT(refused.error().message, HasSubstr("eth9"));
}

}  // namespace
}  // namespace guideway::neighbour
