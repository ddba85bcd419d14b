#include "control/config/suggest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace guideway::config {
namespace {

// The definition, as slow as it is plain.
std::size_t by_definition(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  std::size_t best = std::min({by_definition(a.substr(1), b) + 1, by_definition(a, b.substr(1)) + 1,
                               by_definition(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1)});
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    best = std::min(best, by_definition(a.substr(2), b.substr(2)) + 1);
  return best;
}

std::vector<std::string> words(std::size_t longest) {  // over a, b, c
  std::vector<std::string> all{""};
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].size() < longest)
      for (const char c : {'a', 'b', 'c'}) all.push_back(all[i] + c);
  return all;
}

TEST(EditDistance, IsWhatItIsDefinedAs) {
  const auto all = words(3);
  for (const auto& a : all)
    for (const auto& b : all) {
      const std::size_t distance = by_definition(a, b);
      for (const std::size_t limit : {0uz, 1uz, 2uz, 9uz})
        ASSERT_EQ(edit_distance(a, b, limit), std::min(distance, limit + 1)) << a << " " << b << " " << limit;
    }
}

TEST(EditDistance, TakesNoNoticeOfCase) {
  EXPECT_EQ(edit_distance("TCP", "tcp", 3), 0u);
  EXPECT_EQ(edit_distance("TPC", "tcp", 3), 1u);
}

TEST(Closest, IsTheFirstOfTheNearest) {
  const std::string_view keys[] = {"name", "address", "weight", "weights"};
  EXPECT_EQ(closest("wieght", keys), "weight");
  EXPECT_EQ(closest("weigths", keys), "weights");
  EXPECT_EQ(closest("adress", keys), "address");
  EXPECT_EQ(closest("nam", keys), "name");
  EXPECT_EQ(closest("colour", keys), "");
  EXPECT_EQ(closest("", keys), "");
  EXPECT_EQ(closest("a-name-far-too-long-to-be-one", keys), "");
}

}  // namespace
}  // namespace guideway::config
