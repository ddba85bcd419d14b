// Single values at the edges of what is taken.
#include <gtest/gtest.h>

#include "tests/config/sample.h"

namespace guideway::config {
namespace {

// The sample with `value` in the place named.
LoadResult with_scale(const std::string& value) {
  return load(sample_with("    health", "    weight_scale: " + value + "\n    health"));
}
LoadResult with_interval(const std::string& value) {
  return load(sample_with("health: none", "health: {timeout: 10ms, interval: " + value + "}"));
}
LoadResult with_name(const std::string& value) { return load(sample_with("name: web-1", "name: " + value)); }
LoadResult with_policy(std::string_view value) {
  return load(sample_with("    health", "    policy: " + std::string(value) + "\n    health"));
}
LoadResult with_panic(const std::string& value) {
  return load(sample_with("    health", "    panic: " + value + "\n    health"));
}

TEST(Values, NumbersAreDecimalDigits) {
  for (const auto& [text, number] :
       {std::pair{"1", 1u}, {"1000", 1000u}, {"010", 10u}, {"'7'", 7u}, {"0000000000000000001", 1u}}) {
    const auto result = with_scale(text);
    ASSERT_TRUE(result) << text;
    EXPECT_EQ(result->config.pools[0].weight_scale, number);
  }
  for (const char* text : {"0", "1001", "4294967297", "18446744073709551617", "99999999999999999999999999"})
    EXPECT_EQ(codes_of(with_scale(text)), "out-of-range") << text;
  for (const char* text : {"-1", "+1", "1.0", "1e2", "0x10", "1_000", "1 000", "''", "~", "yes", "[]", "'1\\0'"})
    EXPECT_EQ(codes_of(with_scale(text)), "wrong-type") << text;
}

TEST(Values, DurationsHaveAUnit) {
  using namespace std::chrono_literals;
  for (const auto& [text, length] :
       {std::pair<const char*, milliseconds>{"100ms", 100ms}, {"3s", 3s}, {"2m", 2min}, {"1h", 1h}, {"3600s", 1h}}) {
    const auto result = with_interval(text);
    ASSERT_TRUE(result) << text << codes_of(result);
    EXPECT_EQ(result->config.pools[0].health->interval, length);
  }
  for (const char* text : {"99ms", "0s", "2h", "3601s", "999999999999999999999h"})
    EXPECT_EQ(codes_of(with_interval(text)), "out-of-range") << text;
  for (const char* text : {"3", "s", "3 s", "1.5s", "-3s", "3S", "3sec", "1m30s", "''", "~", "[3s]", "3us"})
    EXPECT_EQ(codes_of(with_interval(text)), "bad-duration") << text;
}

TEST(Values, Percentages) {
  for (const auto& [text, percent] : {std::pair{"0", 0u}, {"50", 50u}, {"50%", 50u}, {"100%", 100u}})
    EXPECT_EQ(with_panic(text)->config.pools[0].panic, percent) << text;
  for (const char* text : {"101", "-1", "50 %", "'%'", "0.5", "50%%", "'%50'"})
    EXPECT_EQ(codes_of(with_panic(text)), "wrong-type") << text;
}

TEST(Values, NamesAreShortAndPlain) {
  for (const std::string name :
       {"a", "A.b_c-9", "10.77.0.11", "'2001:db8::1'", "'10.77.0.11:80'", "007", "true", "1e5"})
    EXPECT_TRUE(with_name(name)) << name;
  EXPECT_TRUE(with_name(std::string(63, 'n')));
  EXPECT_FALSE(with_name(std::string(64, 'n')));
  for (const char* name : {"'a b'", "a/b", "'é'", "'a\"b'", "'{}'", "'a\\b'"})
    EXPECT_EQ(codes_of(with_name(name)), "bad-name") << name;
  EXPECT_EQ(codes_of(with_name("\"a\\nb\"")), "control-character");
  EXPECT_EQ(codes_of(with_name("\"a\\0\"")), "control-character");
}

TEST(Values, ABackendWithoutANameIsNamedByItsAddressInShortForm) {
  std::string text = sample_with("{name: web-1, address: 10.77.0.11}", "{address: 2001:DB8:0:0::1}");
  text.insert(text.find("10.77.0.1}") + 9, ", source6: '2001:db8::ff'");
  const auto loaded = load(text);
  ASSERT_TRUE(loaded) << codes_of(loaded);
  EXPECT_EQ(loaded->config.pools[0].backends[0].name, "2001:db8::1");
}

TEST(Values, PoliciesThatHaveATable) {
  for (const Policy policy : balance::kTablePolicies) {
    const auto loaded = with_policy(balance::name_of(policy));
    ASSERT_TRUE(loaded) << codes_of(loaded);
    EXPECT_EQ(loaded->config.pools[0].policy, policy);
  }
  for (const char* planned : {"p2c", "bounded-loads", "round-robin", "least-connections"})
    EXPECT_EQ(codes_of(with_policy(planned)), "not-available");
}

TEST(Values, RoutingTables) {
  const auto with_table = [](const std::string& table) {
    return load(sample_with("source: 10.77.0.1", "source: 10.77.0.1, announce: {table: " + table + "}"));
  };
  for (const char* table : {"1", "252", "256", "4294967295"}) EXPECT_TRUE(with_table(table)) << table;
  for (const char* table : {"253", "254", "255"}) EXPECT_EQ(codes_of(with_table(table)), "reserved-table") << table;
  for (const char* table : {"0", "4294967296"}) EXPECT_EQ(codes_of(with_table(table)), "out-of-range") << table;
}

TEST(Values, TheSocketsPathFitsTheKernel) {
  const auto with_socket = [](std::size_t length) {
    return load(sample_with("pools:", "api: {socket: /" + std::string(length - 1, 's') + "}\npools:"));
  };
  EXPECT_TRUE(with_socket(107));
  EXPECT_EQ(codes_of(with_socket(108)), "bad-path");
}

}  // namespace
}  // namespace guideway::config
