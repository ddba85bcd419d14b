#include "control/config/diagnostic.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace guideway::config {
namespace {

Diagnostic misspelt() {
  return {Severity::error, "config.unknown-key",      "lb.yaml", 14, 7, "pools.web.backends[2].wieght",
          "unknown key",   "did you mean \"weight\"?"};
}

TEST(Diagnostic, IsOneLine) {
  EXPECT_EQ(
      to_text(misspelt()),
      "lb.yaml:14:7: error[config.unknown-key]: pools.web.backends[2].wieght: unknown key; did you mean \"weight\"?");
  EXPECT_EQ(to_text(Diagnostic{Severity::warning, "config.x", "lb.yaml", 0, 0, "", "so it is", ""}),
            "lb.yaml: warning[config.x]: so it is");
}

TEST(Diagnostic, IsCounted) {
  const Diagnostic error = misspelt();
  Diagnostic warning = error;
  warning.severity = Severity::warning;
  using List = std::vector<Diagnostic>;
  EXPECT_EQ(summary(List{}), "");
  EXPECT_EQ(summary(List{warning}), "1 warning");
  EXPECT_EQ(summary(List{warning, warning}), "2 warnings");
  EXPECT_EQ(summary(List{error}), "1 error; nothing was changed");
  EXPECT_EQ(summary(List{error, error}), "2 errors; nothing was changed");
  EXPECT_EQ(summary(List{error, warning, error}), "2 errors, 1 warning; nothing was changed");
}

TEST(Diagnostic, IsJson) {
  const nlohmann::json json = misspelt();
  EXPECT_EQ(json.dump(),
            R"({"code":"config.unknown-key","column":7,"file":"lb.yaml","hint":"did you mean \"weight\"?",)"
            R"("line":14,"message":"unknown key","path":"pools.web.backends[2].wieght","severity":"error"})");
}

TEST(Quote, LeavesNothingThatCouldLeaveTheLine) {
  EXPECT_EQ(quote("web-1"), "\"web-1\"");
  EXPECT_EQ(quote(""), "\"\"");
  EXPECT_EQ(quote("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(quote("a\nb\x1b[31m\x7f"), R"("a\x0ab\x1b[31m\x7f")");
  EXPECT_EQ(quote(std::string_view("a\0b", 3)), R"("a\x00b")");
  EXPECT_EQ(quote("a\xc2\x9b"
                  "31m\xc2\xa0"),
            "\"a\\x9b31m\xc2\xa0\"");  // a C1 control; a no-break space may stay
}

TEST(Quote, CutsBetweenCharacters) {
  const std::string just(80, 'x');
  EXPECT_EQ(quote(just), "\"" + just + "\"");
  EXPECT_EQ(quote(just + "y"), "\"" + just + "...\"");
  const std::string before(79, 'x');
  EXPECT_EQ(quote(before + "\xc3\xa9z"), "\"" + before + "...\"");  // the e with its accent is two bytes
}

}  // namespace
}  // namespace guideway::config
