#include "control/health/rise_fall.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace guideway::health {
namespace {

State told(bool good) { return good ? State::healthy : State::unhealthy; }

TEST(RiseFall, TheFirstResultDecides) {
  EXPECT_EQ(after({}, true, 5, 5).state, State::healthy);
  EXPECT_EQ(after({}, false, 5, 5).state, State::unhealthy);
}

TEST(RiseFall, HoldsOnUntilEnoughInARowSpeakAgainst) {
  Standing standing{.state = State::healthy};
  for (const bool good : {false, false, true, false, false}) standing = after(standing, good, 2, 3);
  EXPECT_EQ(standing, (Standing{.state = State::healthy, .against = 2}));
  EXPECT_EQ(after(standing, false, 2, 3), Standing{.state = State::unhealthy});
}

// The rule in other words: a state is left exactly when the last `rise` (or `fall`) results all speak
// against it, counted from the last change.
RC_GTEST_PROP(RiseFall, AgreesWithTheRuleInWords, (const std::vector<bool>& results)) {
  const unsigned rise = *rc::gen::inRange(1U, 5U), fall = *rc::gen::inRange(1U, 5U);
  Standing standing;
  State expected = State::unknown;
  std::vector<bool> since_change;
  for (const bool good : results) {
    standing = after(standing, good, rise, fall);
    since_change.push_back(good);
    const std::size_t needed = good ? rise : fall;
    const bool enough =
        since_change.size() >= needed && std::all_of(since_change.end() - static_cast<std::ptrdiff_t>(needed),
                                                     since_change.end(), [&](bool past) { return past == good; });
    if (expected == State::unknown || (told(good) != expected && enough)) {
      expected = told(good);
      since_change.clear();
    }
    RC_ASSERT(standing.state == expected);
    RC_ASSERT(standing.against < std::max(rise, fall));
  }
}

}  // namespace
}  // namespace guideway::health
