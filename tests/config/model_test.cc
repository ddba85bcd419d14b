// What a configuration becomes.
#include <gtest/gtest.h>

#include "control/config/load.h"
#include "tests/config/folder.h"

namespace guideway::config {
namespace {

using namespace std::chrono_literals;

Config config_of(const char* file) {
  const Folder folder;
  auto loaded = load_text(slurp(file), file, folder.path());
  if (!loaded) throw std::runtime_error(to_text(loaded.error().front()));
  return std::move(loaded->config);
}

TEST(Model, TheLeastGetsTheDefaults) {
  const Config config = config_of("tests/config/good/smallest.yaml");
  EXPECT_EQ(config.seed[0], 0x00);
  EXPECT_EQ(config.seed[15], 0x0f);
  EXPECT_EQ(config.node.interface, "eth0");
  EXPECT_EQ(to_text(config.node.source), "10.77.0.1");
  EXPECT_FALSE(config.node.source6);
  EXPECT_EQ(to_text(config.metrics_listen), "127.0.0.1:9707");
  ASSERT_EQ(config.pools.size(), 1u);
  const Pool& pool = config.pools[0];
  EXPECT_EQ(pool.name, "web");
  ASSERT_TRUE(pool.health);
  EXPECT_EQ(*pool.health, (Health{TcpCheck{80}, 3s, 1s, 2, 3}));  // the service's port
  ASSERT_EQ(pool.backends.size(), 1u);
  EXPECT_EQ(pool.backends[0].name, "web-1");
  EXPECT_EQ(pool.backends[0].weight, 100u);
  ASSERT_EQ(config.services.size(), 1u);
  EXPECT_EQ(config.services[0].port, 80);
  EXPECT_EQ(config.services[0].pool, 0u);
}

TEST(Model, EveryKeyArrives) {
  const Config config = config_of("tests/config/good/everything.yaml");
  EXPECT_EQ(to_text(*config.node.source6), "2001:db8::1");
  EXPECT_EQ(config.node.announce_table, 202u);
  EXPECT_EQ(config.node.state, "/var/lib/gw");
  EXPECT_EQ(config.node.pins, "/sys/fs/bpf/gw");
  EXPECT_EQ(config.node.flow_table.entries, 600'000u);
  EXPECT_EQ(config.node.flow_table.tentative, 30s);
  EXPECT_EQ(config.node.flow_table.established, 2h);
  EXPECT_EQ(config.node.flow_table.closing, 5s);
  EXPECT_EQ(config.node.flow_table.udp, 1min);
  EXPECT_EQ(config.api_socket, "/run/gw.sock");
  EXPECT_EQ(to_text(config.metrics_listen), "[::1]:9000");

  ASSERT_EQ(config.pools.size(), 3u);
  const Pool& web = config.pools[0];
  EXPECT_EQ(web.table_size, 131071u);
  EXPECT_EQ(web.weight_scale, 10u);
  EXPECT_EQ(web.panic, 30u);
  EXPECT_EQ(*web.health, (Health{HttpCheck{8000, "/healthz", "www.example.net", 204}, 5s, 500ms, 3, 4}));
  ASSERT_EQ(web.backends.size(), 3u);
  EXPECT_EQ(web.backends[1].weight, 5u);
  EXPECT_EQ(web.backends[2].name, "10.77.0.13");  // for want of a name, the address
  EXPECT_EQ(web.backends[2].weight, 10u);         // for want of a weight, the scale
  EXPECT_FALSE(config.pools[1].health);
  EXPECT_EQ(config.pools[1].panic, 0u);

  ASSERT_EQ(config.services.size(), 4u);
  EXPECT_EQ(config.services[1].affinity, Affinity::client);
  EXPECT_EQ(config.services[1].vip.family, Family::ipv6);
  EXPECT_EQ(config.services[2].protocol, Protocol::udp);
  EXPECT_EQ(config.services[2].affinity, Affinity::three_tuple);
  EXPECT_EQ(config.services[2].pool, 1u);
  EXPECT_EQ(config.services[3].port, 0);  // any
}

TEST(Model, AnAliasIsWhatItNames) {
  const Config config = config_of("tests/config/good/aliases.yaml");
  ASSERT_EQ(config.pools.size(), 2u);
  EXPECT_EQ(config.pools[1].backends.size(), 2u);
  EXPECT_EQ(config.pools[1].backends[1].name, "rack-2");
  EXPECT_EQ(std::get<HttpCheck>(config.pools[0].health->probe).port, 80);
  EXPECT_EQ(std::get<HttpCheck>(config.pools[1].health->probe).port, 8080);
}

TEST(Model, TheTimeoutFollowsAShorterInterval) {
  const Folder folder;
  std::string text = slurp("tests/config/good/smallest.yaml");
  text.insert(text.find("    backends"), "    health: {interval: 400ms}\n");
  const auto loaded = load_text(text, "x.yaml", folder.path());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->config.pools[0].health->timeout, 400ms);
}

TEST(Model, TheDocumentedExampleIsRight) {
  const Folder folder;
  const auto loaded = load_text(slurp("docs/example/guideway.yaml"), "guideway.yaml", folder.path());
  ASSERT_TRUE(loaded) << to_text(loaded.error().front());
  EXPECT_TRUE(loaded->warnings.empty()) << to_text(loaded->warnings.front());
  EXPECT_EQ(loaded->config.pools.at(0).backends.size(), 4u);
}

}  // namespace
}  // namespace guideway::config
