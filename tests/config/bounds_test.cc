// Files made to exhaust: depth, size, aliases, and the limits of what a balancer holds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "control/config/checks.h"
#include "tests/config/sample.h"

namespace guideway::config {
namespace {

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(Bounds, DeepNestingIsOneClearError) {
  for (const char* opener : {"{", "[", "- ", "? ", "{a: ", "[a, ", "{? ", "&a ["})
    EXPECT_EQ(codes_of(load(repeated(opener, 5'000))), "too-deep") << opener;
  EXPECT_EQ(codes_of(load(repeated("[", 1'000'000))), "too-deep");
}

TEST(Bounds, NestingByAliasesCountsAsWell) {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 40; ++i) text += fmt::format("a{}: &a{} [*a{}]\n", i, i, i - 1);
  EXPECT_EQ(codes_of(load(text)), "too-deep");
}

TEST(Bounds, AliasesThatMultiplyAreStopped) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    text += fmt::format("a{}: &a{} [", i, i);
    for (int k = 0; k < 10; ++k) text += fmt::format("*a{}, ", i - 1);
    text += "]\n";
  }
  EXPECT_EQ(codes_of(load(text)), "too-large");
}

TEST(Bounds, WhatAnAliasRepeatsIsSaidOnce) {
  const auto result =
      load(sample_with("  web:\n    health: none\n    backends:\n      - {name: web-1, address: 10.77.0.11}\n",
                       "  web: &web\n    color: red\n    backends:\n      - {address: 10.77.0.11}\n"
                       "  web2: *web\n  web3: *web\n"));
  EXPECT_EQ(codes_of(result), "unknown-key");
}

TEST(Bounds, ALargeFileIsRefusedUnread) {
  EXPECT_EQ(codes_of(load(repeated("# nothing but comments\n", 800'000))), "too-large");
  EXPECT_EQ(codes_of(load(repeated("# nothing but comments\n", 100'000) + std::string(kSample))), "");
}

TEST(Bounds, AThousandFindingsAreEnough) {
  std::string keys;
  for (int i = 0; i < 5'000; ++i) keys += fmt::format("key{}: 1\n", i);
  const auto result = load(std::string(kSample) + keys);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().size(), 1'001u);
  EXPECT_EQ(result.error().back().code, "config.too-many");
}

std::string services(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("  - {{name: s{}, vip: 203.0.113.10, protocol: tcp, port: {}, pool: web}}\n", i, i + 1);
  return sample_with("  - {name: web, vip: 203.0.113.10, protocol: tcp, port: 80, pool: web}\n", text);
}

TEST(Bounds, Services) {
  EXPECT_EQ(codes_of(load(services(1'024))), "");
  EXPECT_EQ(codes_of(load(services(1'025))), "too-many");
}

std::string pools(std::size_t count) {
  std::string text = "pools:\n";
  for (std::size_t i = 0; i + 1 < count; ++i)
    text += fmt::format("  p{}: {{health: none, backends: [{{name: b, address: 10.77.0.11}}]}}\n", i);
  return sample_with("pools:\n", text);
}

TEST(Bounds, Pools) {
  const auto most = load(pools(1'024));
  ASSERT_TRUE(most);
  EXPECT_EQ(most->config.pools.size(), 1'024u);
  EXPECT_EQ(codes_of(load(pools(1'025))).substr(0, 8), "too-many");
}

std::string backends(std::size_t count, std::string_view prefix) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("      - {{name: {}{}, address: 10.{}.{}.{}}}\n", prefix, i, 128 + i / 65'536, i / 256 % 256,
                        i % 256);
  return text;
}

std::string sample_of(const std::string& list) {
  std::string text = sample_with("      - {name: web-1, address: 10.77.0.11}\n", list);
  text.insert(text.find("    health"), "    table_size: 5000011\n");
  return text;
}

TEST(Bounds, Backends) {
  const auto most = load(sample_of(backends(65'535, "b")));
  ASSERT_TRUE(most) << codes_of(most);
  EXPECT_EQ(most->config.pools[0].backends.size(), 65'535u);
  EXPECT_EQ(codes_of(most), "table-small");
  EXPECT_EQ(codes_of(load(sample_of(backends(65'536, "b")))), "too-many");
}

// The check by itself: a file of that size takes seconds to read with sanitizers on.
TEST(Bounds, BackendsOfAllPoolsTogether) {
  Draft draft;
  draft.pools.resize(2);
  for (std::uint16_t i = 0; i < 40'000; ++i)
    for (std::uint8_t pool = 0; pool < 2; ++pool) {
      BackendDraft& backend = draft.pools[pool].backends.emplace_back();
      backend.backend.name = fmt::format("{}-{}", pool, i);
      backend.backend.address = {{10, pool, static_cast<std::uint8_t>(i >> 8), static_cast<std::uint8_t>(i)},
                                 Family::ipv4};
    }
  const auto said = [&] {
    Report report("lb.yaml");
    check_identities(draft, report);
    return report.take();
  };
  ASSERT_EQ(said().size(), 1u);
  EXPECT_EQ(said()[0].message, "80000 backends in all pools together");
  draft.pools[1].backends.resize(25'535);
  EXPECT_TRUE(said().empty());  // 65,535
  draft.pools[1] = draft.pools[0];
  EXPECT_TRUE(said().empty());  // the same backends in both pools count once
}

}  // namespace
}  // namespace guideway::config
