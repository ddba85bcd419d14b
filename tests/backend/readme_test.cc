// The README's table of reasons says what the code does.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "backend/reasons.h"

namespace guideway::backend {
namespace {

TEST(Readme, ListsEveryReasonAndNoOther) {
  std::string rows;
  for (std::uint32_t i = 0; i < reason_count; ++i) {
    const auto reason = static_cast<Reason>(i);
    rows += fmt::format("| `{}` | {} | {} |\n", name_of(reason), action_of(reason) == Action::pass ? "pass" : "drop",
                        text_of(reason));
  }
  std::ostringstream readme;
  readme << std::ifstream("backend/README.md").rdbuf();
  EXPECT_THAT(readme.str(), testing::HasSubstr("| --- | --- | --- |\n" + rows + "\n"));
}

}  // namespace
}  // namespace guideway::backend
