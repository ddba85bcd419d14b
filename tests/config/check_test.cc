// `guideway check`: exit codes, and what goes to which stream.
#include "cli/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/verb.h"
#include "tests/config/sample.h"

namespace guideway::cli {
namespace {

using config::Folder;
using config::kSample;
using config::sample_with;
using testing::EndsWith;
using testing::HasSubstr;

struct Outcome {
  int exit = -1;
  std::string out, err;
};

Outcome run_check(const CheckOptions& options) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int exit = check(options);
  std::fflush(stdout);
  return {exit, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

TEST(Check, AGoodFile) {
  const Folder folder;
  const auto outcome = run_check({folder.write("lb.yaml", kSample).string()});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_THAT(outcome.out, EndsWith("lb.yaml: good: 1 service, 1 pool, 1 backend\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST(Check, WarningsLeaveTheExitAtZero) {
  const Folder folder;
  const auto outcome = run_check({folder.write("lb.yaml", sample_with("seed: seed", "seed: seed-exposed")).string()});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_THAT(outcome.err, HasSubstr("lb.yaml:1:17: warning[config.seed-exposed]: cluster.seed: "));
  EXPECT_THAT(outcome.err, EndsWith("\n1 warning\n"));
}

TEST(Check, ABadFile) {
  const Folder folder;
  const auto file = folder.write("lb.yaml", sample_with("source: 10.77.0.1", "sorce: 10.77.0.1")).string();
  const auto outcome = run_check({file});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, file +
                             ":2:25: error[config.unknown-key]: node.sorce: unknown key; did you mean \"source\"?\n"
                             "1 error; nothing was changed\n");
}

TEST(Check, AFileThatIsNotThere) {
  const auto outcome = run_check({"/no/such/lb.yaml"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, HasSubstr("/no/such/lb.yaml: error[config.unreadable]: cannot be opened: No such file"));
  EXPECT_EQ(run_check({"/"}).exit, 2);
}

TEST(Check, AnswersInJson) {
  const Folder folder;
  const auto good =
      run_check({folder.write("lb.yaml", sample_with("seed: seed", "seed: seed-exposed")).string(), Output::json});
  const auto answer = nlohmann::json::parse(good.out);
  EXPECT_EQ(answer["ok"], true);
  EXPECT_EQ(answer["errors"], 0);
  EXPECT_EQ(answer["warnings"], 1);

  const auto bad = run_check({folder.write("lb.yaml", sample_with("port: 80", "port: 0")).string(), Output::json});
  EXPECT_EQ(bad.exit, 2);
  const auto diagnostic = nlohmann::json::parse(bad.out).at("diagnostics").at(0);
  EXPECT_EQ(diagnostic["severity"], "error");
  EXPECT_EQ(diagnostic["code"], "config.out-of-range");
  EXPECT_EQ(diagnostic["path"], "services[0].port");
  EXPECT_EQ(diagnostic["line"], 9);
  EXPECT_EQ(diagnostic["column"], 57);

  // A file's name can be any bytes; JSON cannot.
  EXPECT_TRUE(nlohmann::json::accept(run_check({"/no/such/\xff.yaml", Output::json}).out));
}

TEST(Check, IsAVerb) {
  const Folder folder;
  const std::string file = folder.write("lb.yaml", sample_with("port: 80", "port: 0")).string();
  CLI::App app;
  int exit = -1;
  add_check(app, exit);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  app.parse("check " + file + " -o json");
  std::fflush(stdout);
  EXPECT_TRUE(nlohmann::json::accept(testing::internal::GetCapturedStdout()));
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(exit, 2);
}

}  // namespace
}  // namespace guideway::cli
