#include "base/address.h"

#include <gtest/gtest.h>

namespace guideway {
namespace {

TEST(Address, ReadsAndWritesBothFamilies) {
  for (const char* text : {"0.0.0.0", "203.0.113.10", "255.255.255.255", "::", "::1", "2001:db8::1", "fe80::1:0:0:1"}) {
    const auto address = parse_address(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(to_text(*address), text);
  }
}

TEST(Address, WritesTheShortestFormOfRfc5952) {
  EXPECT_EQ(to_text(*parse_address("2001:0DB8:0:0:0:0:0:1")), "2001:db8::1");
  EXPECT_EQ(to_text(*parse_address("2001:db8:0:0:1:0:0:1")), "2001:db8::1:0:0:1");
}

TEST(Address, RefusesWhatIsNoAddress) {
  using namespace std::string_view_literals;
  for (auto text :
       {""sv, "1.2.3"sv, "1.2.3.4.5"sv, "256.0.0.1"sv, "g::1"sv, "1.2.3.4\0x"sv, " 1.2.3.4"sv, "1.2.3.4/32"sv})
    EXPECT_FALSE(parse_address(text)) << text;
}

TEST(Mac, ReadsAndWrites) {
  const auto mac = parse_mac("52:54:00:12:35:02");
  ASSERT_TRUE(mac);
  EXPECT_EQ(to_text(*mac), "52:54:00:12:35:02");
  for (const char* text : {"", "52:54:00:12:35", "52-54-00-12-35-02", "52:54:00:12:35:0g", "52:54:00:12:35:02:"})
    EXPECT_FALSE(parse_mac(text)) << text;
}

TEST(Endpoint, NeedsBracketsForIpv6AndOnlyThere) {
  EXPECT_EQ(to_text(*parse_endpoint("192.0.2.1:80")), "192.0.2.1:80");
  EXPECT_EQ(to_text(*parse_endpoint("[2001:db8::1]:65535")), "[2001:db8::1]:65535");
  for (const char* text : {"192.0.2.1", "192.0.2.1:", "192.0.2.1:65536", "192.0.2.1:-1", "192.0.2.1:8x",
                           "[192.0.2.1]:80", "2001:db8::1", "[]:80", ":80"})
    EXPECT_FALSE(parse_endpoint(text)) << text;
}

}  // namespace
}  // namespace guideway
