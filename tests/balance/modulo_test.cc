#include "balance/modulo.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace guideway::balance {
namespace {

std::string code(std::vector<Backend> backends, TableOptions options) {
  const auto table = build_modulo(backends, options);
  return table ? "built" : table.error().code;
}

TEST(Modulo, RefusesWhatNoTableCanHold) {
  EXPECT_EQ(code({{"a"}}, {.size = 64}), "built");
  EXPECT_EQ(code({{"a"}}, {.size = 0}), "balance.no-slots");
  EXPECT_EQ(code({{"a"}}, {.size = 5'000'012}), "balance.table-too-large");
  EXPECT_EQ(code({{"a"}, {"b"}}, {.size = 1}), "balance.too-many-backends");
  EXPECT_EQ(code({{"a", 0}}, {}), "balance.no-weight");
  EXPECT_EQ(code({{"a"}, {"a"}}, {}), "balance.duplicate-name");
  EXPECT_EQ(code({{"a", 101}}, {}), "balance.weight-above-scale");
  EXPECT_EQ(code({{"a", 1}}, {.weight_scale = 0}), "balance.bad-weight-scale");
}

TEST(Modulo, DealsEqualBackendsOutInTheOrderOfTheirNames) {
  const std::vector<Backend> backends = {{"c"}, {"a"}, {"zero", 0}, {"b"}};
  const auto table = build_modulo(backends, {.size = 11});
  ASSERT_TRUE(table);
  const std::uint32_t by_name[] = {1, 3, 0};
  for (std::uint32_t slot = 0; slot < 11; ++slot) EXPECT_EQ((*table)[slot], by_name[slot % 3]);
}

TEST(Modulo, DealsByWeightInTheTurnsOfTheContract) {
  const std::vector<Backend> backends = {{"a", 50}, {"b", 100}};
  const auto table = build_modulo(backends, {.size = 9, .weight_scale = 100});
  ASSERT_TRUE(table);  // rounds: both, both, b, both, b, ...
  EXPECT_EQ(table->slots<std::uint32_t>(), (std::vector<std::uint32_t>{0, 1, 0, 1, 1, 0, 1, 1, 0}));
}

}  // namespace
}  // namespace guideway::balance
