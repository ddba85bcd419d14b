// The whole road in a network of its own: a client, a balancer that is no part of Guideway, and a backend
// host whose server answers the client directly, all on one LAN.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/backend/sandbox.h"
#include "tests/netns/eventually.h"
#include "tests/netns/namespace.h"

namespace guideway::backend {
namespace {

using nlohmann::json;

constexpr const char* vip4 = "203.0.113.10";
constexpr const char* vip6 = "2001:db8:ffff::10";
constexpr const char* both_balancers = "--balancer 10.77.0.1 --balancer 2001:db8:77::1";

std::string python(const std::string& script) { return "/usr/bin/python3 tests/backend/road/" + script; }

class Road : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = netns::unavailable()) GTEST_SKIP() << *why;
    pins = new_pins();
    lan.emplace(), client.emplace(), balancer.emplace(), host.emplace();
    lan->run("ip link add lan type bridge && ip link set lan up");
    join(*client, "client", 100);
    join(*balancer, "balancer", 1);
    join(*host, "host", 11);
    client->run(fmt::format("ip route add {} via 10.77.0.1 && ip route add {} via 2001:db8:77::1", vip4, vip6));
    balancer->run(
        fmt::format("ip route add blackhole {} && ip route add blackhole {}", vip4, vip6));  // for the script alone
    server.emplace(host->start(python("server.py")));
    ASSERT_TRUE(netns::eventually([&] { return host->attempt("curl -s -o /dev/null -d x http://127.0.0.1/"); },
                                  std::chrono::seconds(60)));
  }

  void join(const netns::Namespace& space, const char* port, int number) {
    netns::connect(space, "eth0", *lan, port);
    lan->run(fmt::format("ip link set {} master lan", port));
    space.run(
        fmt::format("ip addr add 10.77.0.{0}/24 dev eth0 && ip addr add 2001:db8:77::{0}/64 dev eth0 nodad", number));
  }

  std::string verb(const std::string& options) {
    return fmt::format("{} backend --interface eth0 --pins {} {}", GUIDEWAY_BACKEND_COMMAND, pins, options);
  }
  json status() { return json::parse(host->run(verb("--status -o json"))); }
  json attach(const std::string& lists) { return json::parse(host->run(verb(lists + " -o json 2>/dev/null"))); }
  std::string both_vips() { return fmt::format("--vip {} --vip {}", vip4, vip6); }

  netns::Process balance(const char* backend) {
    return balancer->start(python(fmt::format("balancer.py {} {} {}", backend, vip4, vip6)));
  }
  // How many packets it has sent.
  static std::uint64_t stop(netns::Process& process) {
    process.signal(SIGTERM);
    return std::stoull(process.wait().second);
  }

  static std::string upload(const char* vip) {
    const bool is_ipv6 = std::string_view(vip).contains(':');
    return fmt::format("head -c 300000 /dev/zero | curl -sS --max-time 20 --data-binary @- http://{}/",
                       is_ipv6 ? fmt::format("[{}]", vip) : vip);
  }
  json witness(const std::string& words) { return json::parse(client->run(python("witness.py " + words))); }
  void expect_segments(int mss4, int mss6) {
    const json seen = witness(fmt::format("opening {} {}", vip4, vip6));
    for (const auto& [vip, mss] : {std::pair{vip4, mss4}, {vip6, mss6}}) {
      EXPECT_EQ(seen.at(vip).at("mss"), mss) << vip;
      EXPECT_EQ(seen.at(vip).at("checksum_is_right"), true) << vip;
    }
  }

  std::string pins;
  std::optional<netns::Namespace> lan, client, balancer, host;
  std::optional<netns::Process> server;
};

std::uint64_t dropped(const json& status) {
  std::uint64_t sum = 0;
  for (const auto& [reason, frames] : status.at("reasons").items())
    if (reason != "decapsulated" && reason != "not_a_tunnel") sum += frames.get<std::uint64_t>();
  return sum;
}

TEST_F(Road, LeadsThroughEveryTunnelToEveryVip) {
  attach(fmt::format("{} {}", both_balancers, both_vips()));
  for (const char* outer : {"10.77.0.11", "2001:db8:77::11"}) {
    SCOPED_TRACE(outer);
    const std::uint64_t before = status().at("reasons").at("decapsulated");
    netns::Process process = balance(outer);
    for (const char* vip : {vip4, vip6}) EXPECT_THAT(client->run(upload(vip)), testing::StartsWith("300000 ")) << vip;
    const json after = status();
    EXPECT_EQ(after.at("reasons").at("decapsulated").get<std::uint64_t>() - before, stop(process));
    EXPECT_EQ(dropped(after), 0u);
  }
  for (const json& each : status().at("balancers")) EXPECT_GT(each.at("packets"), 200) << each;
}

TEST_F(Road, EndsWhereItIsDetached) {
  netns::Process process = balance("10.77.0.11");
  attach(fmt::format("{} {}", both_balancers, both_vips()));
  EXPECT_TRUE(client->attempt(upload(vip4)));
  host->run(verb("--detach"));
  EXPECT_FALSE(client->attempt(fmt::format("curl -sS --max-time 2 -d x http://{}/", vip4)));
}

TEST_F(Road, AsksForSegmentsThatFitTheTunnel) {
  netns::Process process = balance("10.77.0.11");
  for (const char* offload : {"off", "on"}) {  // with it, the checksum is filled in after our program
    SCOPED_TRACE(fmt::format("transmit checksumming {}", offload));
    host->run(fmt::format("ethtool -K eth0 tx {}", offload));
    attach(fmt::format("--balancer 10.77.0.1 {}", both_vips()));
    expect_segments(1436, 1416);
    attach(fmt::format("{} {}", both_balancers, both_vips()));
    expect_segments(1416, 1396);
  }
}

TEST_F(Road, KeepsQuietAboutVips) {
  host->run(fmt::format("ip addr add {}/32 dev lo", vip4));
  EXPECT_TRUE(witness(fmt::format("ask {}", vip4)).at(vip4).is_string()) << "as it would answer without us";
  host->run(fmt::format("ip addr del {}/32 dev lo", vip4));

  attach(fmt::format("{} {}", both_balancers, both_vips()));
  const json answers = witness(fmt::format("ask 10.77.0.11 2001:db8:77::11 {} {}", vip4, vip6));
  EXPECT_TRUE(answers.at("10.77.0.11").is_string());
  EXPECT_TRUE(answers.at("2001:db8:77::11").is_string());
  EXPECT_TRUE(answers.at(vip4).is_null()) << answers;
  EXPECT_TRUE(answers.at(vip6).is_null()) << answers;

  netns::Process process = balance("10.77.0.11");
  host->run("ip neigh flush all");
  const json seen = witness(fmt::format("opening {}", vip4));
  EXPECT_EQ(seen.at(vip4).at("senders"), json::array({"10.77.0.11"})) << "it asks in its own name";
}

TEST_F(Road, IsRebuiltWithoutLosingAPacket) {
  attach(fmt::format("{} {}", both_balancers, both_vips()));
  netns::Process process = balance("10.77.0.11");
  netns::Process uploads =
      client->start(fmt::format("trap 'stop=1' TERM; until [ \"$stop\" ]; do {} || exit 1; done", upload(vip4)));
  for (int i = 0; i < 6; ++i)
    attach(i % 2 ? fmt::format("{} {}", both_balancers, both_vips())
                 : fmt::format("--balancer 10.77.0.1 --balancer 10.77.0.{} --vip {}", 20 + i, vip4));
  uploads.signal(SIGTERM);
  const auto [code, output] = uploads.wait();
  EXPECT_EQ(code, 0) << output;
  EXPECT_THAT(output, testing::HasSubstr("300000 "));
  const json after = status();
  EXPECT_EQ(after.at("reasons").at("decapsulated"), stop(process));
  EXPECT_EQ(dropped(after), 0u);
}

}  // namespace
}  // namespace guideway::backend
