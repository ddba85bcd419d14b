#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/verb.h"

namespace guideway::cli {
namespace {

struct Ran {
  int exit_code;
  std::string out, err;
};

Ran table(std::vector<std::string> arguments) {
  CLI::App app;
  int exit_code = -1;
  add_table(app, exit_code);
  arguments.insert(arguments.begin(), "table");
  std::ranges::reverse(arguments);  // how CLI11 wants them
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    exit_code = -error.get_exit_code();
  }
  const auto out = testing::internal::GetCapturedStdout();
  return {exit_code, out, testing::internal::GetCapturedStderr()};
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

// The example of the documentation, with a seed of this test's own beside it.
std::string example() {
  static const std::filesystem::path folder = [] {
    const auto made = std::filesystem::path(testing::TempDir()) / fmt::format("guideway-table-{}", getpid());
    std::filesystem::create_directories(made);
    std::filesystem::copy_file("docs/example/guideway.yaml", made / "guideway.yaml");
    std::ofstream(made / "seed") << "000102030405060708090a0b0c0d0e0f\n";
    std::filesystem::permissions(made / "seed", std::filesystem::perms::owner_read);
    return made;
  }();
  return folder / "guideway.yaml";
}

TEST(TableVerb, ReadsAPoolOfAConfiguration) {
  for (const std::vector<std::string>& pool : {std::vector<std::string>{"--pool", "web"}, {}}) {
    std::vector<std::string> arguments = {"--config", example(), "-o", "json"};
    arguments.insert(arguments.end(), pool.begin(), pool.end());
    const auto from_config = table(arguments);
    const auto from_options = table(
        {"--backend=web-1", "--backend=web-2", "--backend=web-3", "--backend=web-4=50", "--ceiling=100", "-o", "json"});
    EXPECT_EQ(from_config.exit_code, 0) << from_config.err;
    EXPECT_EQ(from_config.out, from_options.out);
  }
}

TEST(TableVerb, SaysWhichPoolsThereAre) {
  const auto ran = table({"--config", example(), "--pool", "dns"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.err, "guideway: error[table.no-such-pool]: no pool is named dns; name one with --pool: web\n");
}

TEST(TableVerb, TakesAPoolFromOnePlaceOnly) {
  const std::string config = example();
  EXPECT_NE(table({"--config", config, "--backend", "a"}).exit_code, 0);
  EXPECT_NE(table({"--config", config, "--size", "7"}).exit_code, 0);
  EXPECT_NE(table({"--pool", "web"}).exit_code, 0);
  EXPECT_EQ(table({"--config", "no-such-file.yaml"}).exit_code, 2);
  EXPECT_EQ(table({}).exit_code, 2);
}

}  // namespace
}  // namespace guideway::cli
