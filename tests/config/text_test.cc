// What must not even reach YAML.
#include "control/config/text.h"

#include <gtest/gtest.h>

#include "tests/config/sample.h"

namespace guideway::config {
namespace {

using namespace std::string_view_literals;

bool is_text(std::string_view bytes) {
  Report report("x");
  checked_text(bytes, report);
  return !report.failed();
}

TEST(Text, IsUtf8) {
  for (const auto bytes : {"plain"sv, "\t\n\r\n"sv, "\xc3\xa9"sv, "\xe2\x82\xac"sv, "\xf0\x9f\x9a\x82"sv,
                           "\xed\x9f\xbf"sv, "\xf4\x8f\xbf\xbf"sv, "\xc2\x80"sv, ""sv})
    EXPECT_TRUE(is_text(bytes)) << bytes;
  for (const auto bytes : {"\x80"sv, "\xc3"sv, "\xc3("sv, "\xc0\xaf"sv, "\xc1\xbf"sv, "\xe0\x9f\xbf"sv,
                           "\xed\xa0\x80"sv, "\xf0\x8f\xbf\xbf"sv, "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xff"sv,
                           "\xe2\x82"sv, "\xe2\x28\xa1"sv, "\xf0\x9f\x9a"sv})
    EXPECT_FALSE(is_text(bytes)) << bytes;
}

TEST(Text, HasNoControlCharacters) {
  for (const auto bytes : {"a\0b"sv, "\x01"sv, "\x1b[31m"sv, "a\rb"sv, "a\r"sv, "\x7f"sv, "\f"sv})
    EXPECT_FALSE(is_text(bytes));
}

TEST(Text, MayStartWithAByteOrderMarkAndHaveNoOther) {
  EXPECT_EQ(codes_of(load("\xef\xbb\xbf" + std::string(kSample))), "");
  EXPECT_EQ(codes_of(load(std::string(kSample) + "\xef\xbb\xbf")), "not-text");
  EXPECT_EQ(codes_of(load("\xef\xbb\xbf")), "empty");
}

TEST(Text, IsNotUtf16) {
  EXPECT_EQ(codes_of(load("\xff\xfe"
                          "a\0:\0"sv)),
            "not-text");
  EXPECT_EQ(codes_of(load("\xfe\xff\0a\0:"sv)), "not-text");
  EXPECT_EQ(codes_of(load("a\0:\0"sv)), "not-text");
}

TEST(Text, SaysWhereAndWhat) {
  const auto result = load("cluster:\n  seed: \xff\n");
  ASSERT_FALSE(result);
  EXPECT_EQ(to_text(result.error().front()),
            "lb.yaml:2:9: error[config.not-text]: not valid UTF-8 (0xff); the file must be plain UTF-8 text");
}

TEST(Text, LinesMayEndAsOnWindows) {
  std::string text(kSample);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
  EXPECT_EQ(codes_of(load(text)), "");
}

TEST(Text, NothingIsAnError) {
  for (const auto text : {""sv, "\n"sv, "   "sv, "# only a comment\n"sv, "---\n"sv, "~"sv, "null\n"sv})
    EXPECT_EQ(codes_of(load(text)), "empty") << text;
  for (const auto text : {"''"sv, "word"sv, "[]"sv, "5"sv}) EXPECT_EQ(codes_of(load(text)), "wrong-type") << text;
}

}  // namespace
}  // namespace guideway::config
