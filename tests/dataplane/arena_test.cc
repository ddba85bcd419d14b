// First fit, held against a row of marks.
#include "dataplane/arena.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace guideway::dataplane {
namespace {

RC_GTEST_PROP(Arena, FindsTheFirstPlaceThatFits, ()) {
  constexpr std::uint32_t size = 100;
  std::vector<bool> marks(size);
  const auto fits = [&](std::uint32_t at, std::uint32_t count) {
    return at + count <= size && std::none_of(marks.begin() + at, marks.begin() + at + count, [](bool m) { return m; });
  };
  const auto mark = [&](std::uint32_t at, std::uint32_t count) { std::fill_n(marks.begin() + at, count, true); };

  Arena arena(size);
  const auto taken = *rc::gen::inRange(0, 6);
  for (int i = 0; i < taken; ++i) {
    const auto at = *rc::gen::inRange(0u, size);
    const auto count = *rc::gen::inRange(0u, 20u);
    if (!fits(at, count)) continue;
    mark(at, count);
    arena.take(at, count);
  }
  const auto wanted = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(1u, 40u));
  for (const std::uint32_t count : wanted) {
    std::uint32_t at = 0;
    while (at < size && !fits(at, count)) ++at;
    const auto found = arena.allocate(count);
    RC_ASSERT(found.has_value() == (at < size));
    if (!found) continue;
    RC_ASSERT(*found == at);
    mark(at, count);
  }
}

TEST(Arena, IsFullToTheLastPlace) {
  Arena arena(8);
  arena.take(4, 4);
  EXPECT_EQ(arena.allocate(4), 0u);
  EXPECT_EQ(arena.allocate(1), std::nullopt);
  EXPECT_EQ(arena.allocate(0xffffffff), std::nullopt) << "no sum may wrap";
}

}  // namespace
}  // namespace guideway::dataplane
