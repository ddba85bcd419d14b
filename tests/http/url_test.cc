#include "control/http/url.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace guideway::http {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Url, IsTakenApart) {
  const auto url = parse_target("/v1/backends/web%2F1/drain?source=%5B2001:db8::1%5D:80&flag&empty=");
  ASSERT_TRUE(url);
  EXPECT_THAT(url->segments, ElementsAre("v1", "backends", "web/1", "drain"));
  EXPECT_THAT(url->query, ElementsAre(Pair("source", "[2001:db8::1]:80"), Pair("flag", ""), Pair("empty", "")));
}

TEST(Url, OfTheRootHasNoSegments) {
  EXPECT_THAT(parse_target("/")->segments, IsEmpty());
  EXPECT_THAT(parse_target("/?")->query, IsEmpty());
  EXPECT_THAT(parse_target("//v1//status/")->segments, ElementsAre("v1", "status"));
}

TEST(Url, IsRefusedWhenItIsNone) {
  for (const char* const bad : {"", "v1", "http://a/b", "*", "/%", "/%4", "/%zz", "/%00", "/a?b=%", "/a?%00=1", "/%+1"})
    EXPECT_FALSE(parse_target(bad)) << bad;
}

RC_GTEST_PROP(Url, SurvivesEncoding, (const std::string& segment, const std::string& value)) {
  const auto plain = [](const std::string& text) { return text.find('\0') == std::string::npos; };
  RC_PRE(plain(segment) && plain(value) && !segment.empty());
  const auto url = parse_target("/" + encode(segment) + "?key=" + encode(value));
  RC_ASSERT(url.has_value());
  RC_ASSERT(url->segments == std::vector<std::string>{segment});
  RC_ASSERT(url->query.at(0).second == value);
}

}  // namespace
}  // namespace guideway::http
