#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "balance/policies.h"
#include "balance/ring.h"
#include "cli/verb.h"
#include "tests/cli/run_verb.h"

namespace guideway::cli {
namespace {

Ran table(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "table");
  return run_verb(add_table, std::move(arguments));
}

TEST(TableVerb, WritesTheOwnerOfEachSlot) {
  const auto ran =
      table({"--backend", "127.0.0.1:90", "--backend", "127.0.0.1:91", "--backend", "127.0.0.1:92", "--backend",
             "127.0.0.1:93", "--backend", "127.0.0.1:94", "--backend", "127.0.0.1:95", "--size", "7", "-o", "slots"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "127.0.0.1:92\n127.0.0.1:94\n127.0.0.1:90\n127.0.0.1:91\n127.0.0.1:95\n127.0.0.1:90\n127.0.0.1:93\n");
  EXPECT_NE(ran.err.find("warning[table.small]"), std::string::npos);
}

TEST(TableVerb, WritesJsonInTheOrderOfNames) {
  const auto ran =
      table({"--backend=d=10", "--backend=b=2", "--backend=a=1", "--backend=c=3", "--size=1021", "-o", "json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(nlohmann::json::parse(ran.out), nlohmann::json::parse(R"({
    "size": 1021, "policy": "maglev", "digest": "f56f0778acba03cc", "backends": [
      {"name": "a", "weight": 1, "slots": 64}, {"name": "b", "weight": 2, "slots": 128},
      {"name": "c", "weight": 3, "slots": 192}, {"name": "d", "weight": 10, "slots": 637}]})"));
}

TEST(TableVerb, TakesTheScaleGiven) {
  const auto ran = table({"--backend", "web-1=100", "web-2=100", "web-3=50", "--ceiling", "200", "-o", "json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(ran.out)["digest"], "04260d63bd70f9ca");
}

TEST(TableVerb, WritesATableForPeople) {
  const auto ran = table({"--backend", "web-1=100", "web-2=100", "web-3=50", "web-4=0"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "maglev, 65537 slots, weight scale 100, digest 9db6672592d5cd48\n\n"
            "backend  weight    slots    share\n"
            "web-1       100    26215  40.00 %  ██████████████████████████████\n"
            "web-2       100    26214  40.00 %  █████████████████████████████▉\n"
            "web-3        50    13108  20.00 %  ███████████████\n"
            "web-4         0        0   0.00 %  \n");
}

TEST(TableVerb, KnowsEveryPolicyThatHasATable) {
  for (const auto policy : balance::kTablePolicies) {
    const std::string name(balance::name_of(policy));
    const auto people = table({"--policy", name, "--backend", "a", "b", "--size", "1021"});
    EXPECT_EQ(people.exit_code, 0) << people.err;
    EXPECT_EQ(people.out.substr(0, people.out.find(' ')), name + ",");

    const auto ran =
        table({"--policy", name, "--backend", "a", "b=50", "--ceiling", "100", "--size", "1021", "-o", "json"});
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["policy"], name);
    const std::vector<balance::Backend> backends = {{"a", 100}, {"b", 50}};
    const auto built = balance::build_table(policy, backends, {.size = 1021});
    EXPECT_EQ(json["digest"], balance::digest_text(built->digest())) << name;
  }
}

TEST(TableVerb, TakesThePointsOfARing) {
  const auto ran = table({"--policy", "ring", "--points", "5", "--backend", "a", "b", "--size", "1021", "-o", "json"});
  const std::vector<balance::Backend> backends = {{"a"}, {"b"}};
  const auto built = balance::build_ring_table(backends, {.size = 1021, .ring = {.points = 5}});
  EXPECT_EQ(nlohmann::json::parse(ran.out)["digest"], balance::digest_text(built->digest()));
}

TEST(TableVerb, TakesTheLastEqualsSignForTheWeights) {
  const auto ran = table({"--backend", "a=b=3", "--backend", "c", "--size", "1021", "-o", "json"});
  EXPECT_EQ(ran.exit_code, 0);
  const auto backends = nlohmann::json::parse(ran.out)["backends"];
  EXPECT_EQ(backends[0]["name"], "a=b");
  EXPECT_EQ(backends[0]["weight"], 3);
  EXPECT_EQ(backends[1]["weight"], 3) << "a weight not given is the scale";
}

TEST(TableVerb, SaysWhatIsWrong) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--backend", "a", "--size", "65536"},
       "guideway: error[balance.not-prime]: a table of 65536 slots: not a prime; "
       "nearest: 65521, 65537\n"},
      {{"--backend", "a", "--policy", "p2c"},
       "guideway: error[table.bad-policy]: --policy p2c: no table is made so; choose maglev, rendezvous, ring, "
       "modulo\n"},
      {{"--backend", "a", "--points", "5"}, "guideway: error[table.no-ring]: "},
      {{"--backend", "a", "--policy", "ring", "--points", "0"}, "guideway: error[balance.no-points]: "},
      {{"--backend", "a=x"}, "guideway: error[table.bad-weight]: "},
      {{"--backend", "a="}, "guideway: error[table.bad-weight]: "},
      {{"--backend", "a=-1"}, "guideway: error[table.bad-weight]: "},
      {{"--backend", "a=4294967296"}, "guideway: error[table.bad-weight]: "},
      {{"--backend", "=5"}, "guideway: error[table.no-name]: "},
      {{"--backend", "a=2", "--ceiling", "1"}, "guideway: error[balance.weight-above-scale]: "},
      {{"--backend", "a=0"}, "guideway: error[balance.no-weight]: "},
      {{"--backend", "a=1", "--backend", "a=2"}, "guideway: error[balance.duplicate-name]: "},
  };
  for (const auto& [arguments, expected] : cases) {
    const auto ran = table(arguments);
    EXPECT_EQ(ran.exit_code, 2) << expected;
    EXPECT_EQ(ran.out, "") << expected;
    EXPECT_EQ(ran.err.substr(0, expected.size()), expected);
  }
}

// A configuration in a folder of its own, which goes when the test ends.
class TableOfConfiguration : public testing::Test {
 protected:
  TableOfConfiguration() {
    std::string folder = (std::filesystem::temp_directory_path() / "guideway-table-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    std::ofstream(folder_ / "seed") << "000102030405060708090a0b0c0d0e0f\n";
    std::ofstream(folder_ / "lb.yaml") << R"(
cluster: {seed: seed}
node: {interface: eth0, source: 10.77.0.1}
pools:
  web:
    table_size: 4093
    weight_scale: 200
    policy: rendezvous
    backends: [{name: web-1, address: 10.77.0.11, weight: 100}, {address: 10.77.0.12}]
  dns:
    backends: [{name: dns-1, address: 10.77.0.21}]
services:
  - {name: web, vip: 203.0.113.10, protocol: tcp, port: 80, pool: web}
  - {name: dns, vip: 203.0.113.10, protocol: udp, port: 53, pool: dns}
)";
    file_ = (folder_ / "lb.yaml").string();
  }
  ~TableOfConfiguration() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  std::string file_;
};

TEST_F(TableOfConfiguration, IsThatOfTheSameOptions) {
  const auto from_config = table({"--config", file_, "--pool", "web", "-o", "json"});
  const auto from_options = table({"--policy=rendezvous", "--backend=10.77.0.12", "--backend=web-1=100", "--size=4093",
                                   "--ceiling=200", "-o", "json"});
  EXPECT_EQ(from_config.exit_code, 0) << from_config.err;
  EXPECT_EQ(from_config.out, from_options.out);
}

TEST_F(TableOfConfiguration, NeedsAPoolThatIsThere) {
  for (const std::vector<std::string>& pool : {std::vector<std::string>{"--pool", "mail"}, {}}) {
    std::vector<std::string> arguments = {"--config", file_};
    arguments.insert(arguments.end(), pool.begin(), pool.end());
    const auto ran = table(arguments);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.err.find("error[table.no-such-pool]"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("name one with --pool: web, dns"), std::string::npos) << ran.err;
  }
}

TEST_F(TableOfConfiguration, IsNotMixedWithOptions) {
  EXPECT_NE(table({"--config", file_, "--pool", "web", "--backend", "a"}).exit_code, 0);
  EXPECT_NE(table({"--config", file_, "--pool", "web", "--size", "7"}).exit_code, 0);
  EXPECT_NE(table({"--config", file_, "--pool", "web", "--policy", "ring"}).exit_code, 0);
  EXPECT_NE(table({"--pool", "web"}).exit_code, 0);
}

TEST_F(TableOfConfiguration, SaysWhatIsWrongWithTheFile) {
  EXPECT_EQ(table({"--config", (folder_ / "none.yaml").string()}).exit_code, 2);
  std::filesystem::remove(folder_ / "seed");
  const auto ran = table({"--config", file_, "--pool", "web"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("error[config.seed-missing]"), std::string::npos) << ran.err;
}

TEST(TableVerb, NeedsBackendsOrAConfiguration) { EXPECT_EQ(table({}).exit_code, 2); }

}  // namespace
}  // namespace guideway::cli
