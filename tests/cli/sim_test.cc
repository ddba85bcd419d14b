#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/sim_run.h"
#include "cli/verb.h"
#include "sim/experiments.h"
#include "sim/render/render.h"
#include "tests/cli/run_verb.h"

namespace guideway::cli {
namespace {

Ran sim(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "sim");
  return run_verb(add_sim, std::move(arguments));
}

TEST(SimVerb, ListsEveryExperiment) {
  const auto people = sim({"list"});
  const auto json = nlohmann::json::parse(sim({"list", "-o", "json"}).out);
  ASSERT_EQ(json.size(), guideway::sim::experiments().size());
  for (const auto& experiment : guideway::sim::experiments())
    EXPECT_NE(people.out.find(std::string(experiment.name) + " "), std::string::npos);
  EXPECT_EQ(json[0]["parameters"].back()["name"], "seed");
}

TEST(SimVerb, RunsAnExperimentInEachForm) {
  const std::vector<std::string> run = {"evenness", "--backends", "7", "--size=101,1009", "--policy", "maglev"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), run.begin(), run.end());
    return sim(std::move(more));
  };
  const auto people = with({});
  EXPECT_EQ(people.exit_code, 0);
  EXPECT_EQ(people.err, "");  // the bar is for terminals
  EXPECT_TRUE(people.out.starts_with("evenness: "));
  EXPECT_TRUE(
      people.out.ends_with("vary it:  guideway sim evenness --backends 7 --size 101,1009 --policy maglev --seed 1\n"));
  const auto json = nlohmann::json::parse(with({"-o", "json"}).out);
  EXPECT_EQ(json["grids"][0]["rows"][0][3], 14);
  EXPECT_TRUE(with({"-o", "csv"}).out.starts_with("# evenness: "));
}

TEST(SimVerb, RefusesWithOneClearError) {
  const auto bad = sim({"evenness", "--backends", "many"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.out, "");
  EXPECT_EQ(
      bad.err,
      "guideway: error[sim.bad-parameter]: --backends: 'many' will not do; give a whole number from 1 to 65535\n");
  EXPECT_EQ(sim({"evenness", "--size", "65536"}).err,
            "guideway: error[balance.not-prime]: a table of 65536 slots: not a prime; nearest: 65521, 65537\n");
  EXPECT_LT(sim({"evenness", "--colour", "red"}).exit_code, 0);  // CLI11 says so itself
  EXPECT_LT(sim({"alchemy"}).exit_code, 0);
}

TEST(SimVerb, AllSaysWhereItCannotWrite) {
  const auto bad = sim({"all", "--to", "/dev/null/report"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(bad.err.starts_with("guideway: error[sim.cannot-write]: /dev/null/report: ")) << bad.err;
}

// `sim all` itself runs for longer than a test should; what it writes of each experiment is written here of two.
TEST(SimVerb, AllWritesReportPlotsAndFigures) {
  const std::filesystem::path folder = testing::TempDir() + "gw-sim-" + std::to_string(getpid());
  const std::vector<std::string> names = {"evenness", "ring-skew"};
  const auto done = write_all({folder.string(), "3"}, names);
  ASSERT_TRUE(done) << to_text(done.error());
  const auto read = [&](const std::string& name) {
    std::ifstream file(folder / name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto page = read("report.md");
  for (const auto& name : names) {
    const auto json = nlohmann::json::parse(read(name + ".json"));
    EXPECT_EQ(json["settings"]["seed"], "3");
    EXPECT_NE(page.find("\n## " + name + "\n"), std::string::npos);
    const auto plot = name + "-" + json["plots"][0]["name"].get<std::string>() + ".svg";
    EXPECT_TRUE(read(plot).starts_with("<svg ")) << plot;
    EXPECT_NE(page.find("(" + plot + ")"), std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace guideway::cli
