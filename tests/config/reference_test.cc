// docs/configuration.md says what the loader does: every key, and every code.
#include "control/config/reference.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/config/folder.h"

namespace guideway::config {
namespace {

constexpr std::string_view kBegin = "<!-- reference: begin -->\n\n";
constexpr std::string_view kEnd = "<!-- reference: end -->";

// GUIDEWAY_UPDATE_GOLDEN=1 writes the reference into the page.
TEST(Reference, IsInTheDocumentationWordByWord) {
  std::string page = slurp("docs/configuration.md");
  const auto begin = page.find(kBegin), end = page.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const auto from = begin + kBegin.size();
  const std::string written = page.substr(from, end - from);
  if (std::getenv("GUIDEWAY_UPDATE_GOLDEN") != nullptr)
    std::ofstream("docs/configuration.md") << page.replace(from, end - from, reference());
  EXPECT_EQ(written, reference());
}

std::set<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i) found.insert((*i)[1].str());
  return found;
}

// The codes that the golden files show are the codes that the page lists, but for two which no small file
// brings about.
TEST(Reference, ListsEveryCode) {
  std::set<std::string> shown{"not-text", "unreadable", "too-many"};
  for (const char* folder : {"tests/config/bad", "tests/config/warned"})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".txt")
        shown.merge(matches(slurp(entry.path()), R"((?:error|warning)\[config\.([a-z0-9-]+)\])"));
  EXPECT_EQ(matches(slurp("docs/configuration.md"), R"(\n\| `config\.([a-z0-9-]+)` )"), shown);
}

}  // namespace
}  // namespace guideway::config
