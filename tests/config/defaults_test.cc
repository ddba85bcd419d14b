// The reference's defaults are the model's: a file that spells every default out is the file without them.
#include <gtest/gtest.h>

#include <map>

#include "control/config/sections.h"
#include "tests/config/sample.h"

namespace guideway::config {
namespace {

// "key: default, ..." of the section, for the defaults that a file can say.
std::string defaults_of(const Reference& reference, std::string_view path) {
  std::string text;
  for (const SectionKeys& section : reference)
    if (section.path == path)
      for (const Key& key : section.keys)
        if (!key.standard.empty() && key.standard != kRequired && key.standard.find(' ') == std::string_view::npos)
          text += std::string(text.empty() ? "" : ", ") + std::string(key.name) + ": " + std::string(key.standard);
  return text;
}

Reference whole_reference() {
  Reference reference;
  describe_node(reference);
  describe_listeners(reference);
  describe_pools(reference);
  describe_health(reference);
  describe_services(reference);
  return reference;
}

void expect_equal(const Config& a, const Config& b) {
  EXPECT_EQ(a.node.announce_table, b.node.announce_table);
  EXPECT_EQ(a.node.state, b.node.state);
  EXPECT_EQ(a.node.pins, b.node.pins);
  EXPECT_EQ(a.node.flow_table.entries, b.node.flow_table.entries);
  EXPECT_EQ(a.node.flow_table.tentative, b.node.flow_table.tentative);
  EXPECT_EQ(a.node.flow_table.established, b.node.flow_table.established);
  EXPECT_EQ(a.node.flow_table.closing, b.node.flow_table.closing);
  EXPECT_EQ(a.node.flow_table.udp, b.node.flow_table.udp);
  EXPECT_EQ(a.api_socket, b.api_socket);
  EXPECT_EQ(to_text(a.metrics_listen), to_text(b.metrics_listen));
  EXPECT_EQ(a.pools[0].policy, b.pools[0].policy);
  EXPECT_EQ(a.pools[0].table_size, b.pools[0].table_size);
  EXPECT_EQ(a.pools[0].weight_scale, b.pools[0].weight_scale);
  EXPECT_EQ(a.pools[0].panic, b.pools[0].panic);
  EXPECT_EQ(a.pools[0].health, b.pools[0].health);
  EXPECT_EQ(a.pools[0].backends[0].weight, b.pools[0].backends[0].weight);
  EXPECT_EQ(a.services[0].affinity, b.services[0].affinity);
  EXPECT_EQ(a.services[0].encapsulation, b.services[0].encapsulation);
  EXPECT_EQ(a.services[0].fragments, b.services[0].fragments);
}

TEST(Defaults, SpelledOutAreTheSameConfiguration) {
  const Reference reference = whole_reference();
  const auto of = [&](std::string_view path) { return defaults_of(reference, path); };
  const std::string text =
      "cluster: {seed: seed}\n"
      "node: {interface: eth0, source: 10.77.0.1, " +
      of("node") + ", announce: {" + of("node.announce") + "}, flow_table: {" + of("node.flow_table") +
      "}}\n"
      "api: {" +
      of("api") + "}\nmetrics: {" + of("metrics") +
      "}\n"
      "pools:\n  web: {" +
      of("pools.NAME") + ", health: {" + of("pools.NAME.health") +
      ", timeout: 1s, tcp: {port: 80}}, "
      "backends: [{name: web-1, address: 10.77.0.11, weight: 100}]}\n"
      "services:\n  - {name: web, vip: 203.0.113.10, protocol: tcp, port: 80, pool: web, " +
      of("services[]") + "}\n";
  const auto spelled = load(text);
  ASSERT_TRUE(spelled) << text << to_text(spelled.error().front());
  const auto bare = load(sample_with("    health: none\n", ""));
  ASSERT_TRUE(bare);
  expect_equal(spelled->config, bare->config);
}

}  // namespace
}  // namespace guideway::config
