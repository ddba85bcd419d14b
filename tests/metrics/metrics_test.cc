#include <gmock/gmock.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "control/metrics/exposition.h"
#include "control/metrics/families.h"
#include "tests/http/server_thread.h"

namespace guideway::metrics {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr const char* awkward = "a \"quoted\" \\ back\nslash";

Sample sample() {
  return {.version = "1.2.3",
          .driver = "xdp native",
          .start_time = 1700000000.25,
          .generation = 42,
          .services = {{"web", {10, 1000}}, {"dns", {20, 2000}}},
          .backends = {{.name = "web-1", .address = "10.0.0.1", .traffic = {7, 700}, .up = true},
                       {.name = awkward, .address = "2001:db8::1", .traffic = {3, 300}, .draining = true}},
          .pools = {{.name = "web",
                     .panic = true,
                     .table_size = 65537,
                     .table_digest = "0123456789abcdef",
                     .members = {{.backend = "web-1", .healthy = true, .weight = 100, .slots = 65537},
                                 {.backend = awkward, .healthy = false, .weight = 50, .slots = 0}}},
                    {.name = "empty"}},
          .reasons = {{"forwarded_new", "tx", 1}, {"no_service", "drop", 18'446'744'073'709'551'615U}},
          .flow_table = {.capacity = 1000, .tentative = 1, .established = 2, .closing = 3, .udp = 4, .inserts = 5},
          .health_checks = {.good = 6, .bad = 7, .inconclusive = 8, .under_way = 9, .seconds_behind = 0.5},
          .vips = {{"203.0.113.10", true}, {"2001:db8::10", false}}};
}

json read_by_prometheus(const std::string& text) {
  const test::TemporaryDirectory directory;
  std::ofstream(directory.file("metrics")) << text;
  const std::string command = "/usr/bin/python3 tests/metrics/witness.py < " + directory.file("metrics");
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  return json::parse(pipe.get());
}

// The value of the one sample with these labels.
double value(const json& found, const std::string& name, const std::map<std::string, std::string>& labels) {
  std::vector<double> values;
  for (const auto& [family, content] : found.items())
    for (const json& each : content["samples"])
      if (each[0] == name && each[1] == json(labels)) values.push_back(each[2]);
  EXPECT_EQ(values.size(), 1U) << name << " " << json(labels);
  return values.empty() ? -1 : values[0];
}

TEST(Metrics, AreReadBackByPrometheusOwnParser) {
  const json found = read_by_prometheus(exposition(sample()));
  EXPECT_EQ(value(found, "guideway_build_info", {{"version", "1.2.3"}, {"driver", "xdp native"}}), 1);
  EXPECT_EQ(value(found, "guideway_start_time_seconds", {}), 1700000000.25);
  EXPECT_EQ(value(found, "guideway_snapshot_generation", {}), 42);
  EXPECT_EQ(value(found, "guideway_packets_total", {{"verdict", "tx"}, {"reason", "forwarded_new"}}), 1);
  EXPECT_EQ(value(found, "guideway_packets_total", {{"verdict", "drop"}, {"reason", "no_service"}}), 0x1p64);
  EXPECT_EQ(value(found, "guideway_service_packets_total", {{"service", "dns"}}), 20);
  EXPECT_EQ(value(found, "guideway_service_bytes_total", {{"service", "web"}}), 1000);
  EXPECT_EQ(value(found, "guideway_backend_packets_total", {{"backend", "web-1"}, {"address", "10.0.0.1"}}), 7);
  EXPECT_EQ(value(found, "guideway_backend_bytes_total", {{"backend", awkward}, {"address", "2001:db8::1"}}), 300);
  EXPECT_EQ(value(found, "guideway_backend_up", {{"backend", "web-1"}, {"address", "10.0.0.1"}}), 1);
  EXPECT_EQ(value(found, "guideway_backend_draining", {{"backend", awkward}, {"address", "2001:db8::1"}}), 1);
  EXPECT_EQ(value(found, "guideway_pool_backends", {{"pool", "web"}}), 2);
  EXPECT_EQ(value(found, "guideway_pool_backends_healthy", {{"pool", "web"}}), 1);
  EXPECT_EQ(value(found, "guideway_pool_panic", {{"pool", "web"}}), 1);
  EXPECT_EQ(value(found, "guideway_pool_table_slots", {{"pool", "web"}}), 65537);
  EXPECT_EQ(value(found, "guideway_pool_table_info", {{"pool", "web"}, {"digest", "0123456789abcdef"}}), 1);
  EXPECT_EQ(value(found, "guideway_pool_backend_healthy", {{"pool", "web"}, {"backend", awkward}}), 0);
  EXPECT_EQ(value(found, "guideway_pool_backend_weight", {{"pool", "web"}, {"backend", awkward}}), 50);
  EXPECT_EQ(value(found, "guideway_pool_backend_slots", {{"pool", "web"}, {"backend", "web-1"}}), 65537);
  EXPECT_EQ(value(found, "guideway_flow_table_capacity_entries", {}), 1000);
  EXPECT_EQ(value(found, "guideway_flow_table_entries", {{"state", "closing"}}), 3);
  EXPECT_EQ(value(found, "guideway_flow_table_inserts_total", {}), 5);
  EXPECT_EQ(value(found, "guideway_health_checks_total", {{"result", "inconclusive"}}), 8);
  EXPECT_EQ(value(found, "guideway_health_checks_under_way", {}), 9);
  EXPECT_EQ(value(found, "guideway_health_checks_behind_seconds", {}), 0.5);
  EXPECT_EQ(value(found, "guideway_vip_announced", {{"vip", "2001:db8::10"}}), 0);
}

TEST(Metrics, HaveTheTypeLabelsAndHelpThatTheirTableSays) {
  const json found = read_by_prometheus(exposition(sample()));
  EXPECT_EQ(found.size(), families().size()) << "a name is used twice, or a family is not written";
  for (const Family& family : families()) {
    std::string name(family.name);
    if (family.type == "counter") name.resize(name.size() - std::string("_total").size());  // the parser's way
    ASSERT_TRUE(found.contains(name)) << name;
    EXPECT_EQ(found[name]["type"], family.type);
    EXPECT_EQ(found[name]["help"], family.help);
    EXPECT_FALSE(found[name]["samples"].empty()) << name;
    std::istringstream words{std::string(family.labels)};
    const std::set<std::string> labels(std::istream_iterator<std::string>(words), {});
    for (const json& each : found[name]["samples"]) {
      std::set<std::string> written;
      for (const auto& [label, text] : each[1].items()) written.insert(label);
      EXPECT_EQ(written, labels) << name;
    }
  }
}

TEST(Metrics, AreNamedByTheConventions) {
  for (const Family& family : families()) {
    EXPECT_THAT(std::string(family.name), MatchesRegex("guideway(_[a-z]+)+"));
    EXPECT_EQ(family.name.ends_with("_total"), family.type == "counter") << family.name;
    EXPECT_TRUE(family.help.ends_with(".")) << family.name;
  }
}

TEST(Metrics, KeepEveryDigitOfACounter) {
  EXPECT_THAT(exposition(sample()),
              HasSubstr("guideway_packets_total{verdict=\"drop\",reason=\"no_service\"} 18446744073709551615\n"));
}

TEST(Metrics, OfAnEmptyDaemonAreWellFormed) { EXPECT_EQ(read_by_prometheus(exposition({})).size(), families().size()); }

TEST(Metrics, AreServedAtOnePathOnly) {
  const http::Service service = metrics::service(sample);
  const auto good = service.handle({.method = "GET", .target = "/metrics?from=prometheus"});
  EXPECT_EQ(good.status, 200U);
  EXPECT_EQ(good.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_EQ(good.body, exposition(sample()));
  EXPECT_EQ(service.handle({.method = "GET", .target = "/"}).status, 404U);
  EXPECT_EQ(service.handle({.method = "POST", .target = "/metrics"}).allow, "GET");
}

TEST(Metrics, AreFetchedByCurl) {
  auto listener = http::Listener::tcp(*parse_endpoint("127.0.0.1:0"));
  ASSERT_TRUE(listener) << to_text(listener.error());
  const std::string command = "curl -s http://" + listener->name() + "/metrics";
  const test::ServerThread server(std::move(*listener), service(sample));
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text(1U << 20U, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), pipe.get()));
  EXPECT_EQ(text, exposition(sample()));
}

TEST(MetricsDocumentation, HasTheTableOfTheCode) {
  std::ifstream file("docs/metrics.md");
  ASSERT_TRUE(file);
  std::set<std::string> documented, defined;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("| `")) documented.insert(line);
  for (const Family& family : families()) {
    std::string labels = std::regex_replace(std::string(family.labels), std::regex(" "), "`, `");
    if (!labels.empty()) labels = "`" + labels + "` ";
    defined.insert("| `" + std::string(family.name) + "` | " + std::string(family.type) + " | " + labels + "| " +
                   std::string(family.help) + " |");
  }
  EXPECT_EQ(documented, defined);
}

}  // namespace
}  // namespace guideway::metrics
