#include "control/health/verdict.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace guideway::health {
namespace {

using core::BackendState;
using testing::ElementsAre;

constexpr Member healthy{.state = State::healthy, .weight = 100};
constexpr Member unhealthy{.state = State::unhealthy, .weight = 100};
constexpr Member unknown{.state = State::unknown, .weight = 100};

Verdict verdict(std::vector<Member> members, unsigned panic = 50) { return decide(members, panic); }

TEST(Verdict, UsesTheHealthy) {
  EXPECT_THAT(verdict({healthy, unhealthy, healthy}).uses,
              ElementsAre(BackendState::up, BackendState::down, BackendState::up));
}

TEST(Verdict, TakesTheUnknownForHealthy) {
  const Verdict start = verdict({unknown, unknown, unknown});
  EXPECT_THAT(start.uses, ElementsAre(BackendState::up, BackendState::up, BackendState::up));
  EXPECT_FALSE(start.panic);
}

TEST(Verdict, UsesAllBelowPanicAndNotAtIt) {
  EXPECT_FALSE(verdict({healthy, unhealthy}).panic);
  const Verdict panic = verdict({healthy, unhealthy, unhealthy});
  EXPECT_TRUE(panic.panic);
  EXPECT_THAT(panic.uses, ElementsAre(BackendState::up, BackendState::up, BackendState::up));
}

TEST(Verdict, CountsPanicByWeight) {
  const Member small{.state = State::unhealthy, .weight = 1};
  EXPECT_FALSE(verdict({healthy, small, small, small}).panic);
  EXPECT_TRUE(
      verdict({unhealthy, {.state = State::healthy, .weight = 1}, {.state = State::healthy, .weight = 1}}).panic);
}

TEST(Verdict, LeavesTheDrainedOutOfThePercentage) {
  const Member drained{.state = State::healthy, .drained = true, .weight = 100};
  // With the drained one it would be 2 of 4, and no panic.
  const Verdict panic = verdict({healthy, unhealthy, unhealthy, drained});
  EXPECT_TRUE(panic.panic);
  EXPECT_THAT(panic.uses, ElementsAre(BackendState::up, BackendState::up, BackendState::up, BackendState::draining));
}

TEST(Verdict, DrainsWhatHasNoWeight) {
  const Member weightless{.state = State::healthy, .weight = 0};
  EXPECT_THAT(verdict({healthy, weightless}).uses, ElementsAre(BackendState::up, BackendState::draining));
}

TEST(Verdict, MovesTheFlowsOfADrainedBackendThatDies) {
  const Member dead{.state = State::unhealthy, .drained = true, .weight = 100};
  EXPECT_THAT(verdict({healthy, dead}).uses, ElementsAre(BackendState::up, BackendState::down));
}

TEST(Verdict, NeverPanicsAtZeroAndAlwaysAtAHundred) {
  EXPECT_THAT(verdict({unhealthy, unhealthy}, 0).uses, ElementsAre(BackendState::down, BackendState::down));
  EXPECT_TRUE(verdict({healthy, healthy, unhealthy}, 100).panic);
  EXPECT_FALSE(verdict({healthy, healthy, healthy}, 100).panic);
}

TEST(Verdict, HasNothingToSayOfAnEmptyPool) { EXPECT_FALSE(verdict({}).panic); }

TEST(Verdict, SpeaksToTheOperator) {
  EXPECT_EQ(to_text(verdict({healthy, unhealthy, unhealthy, unhealthy}), "web", 50),
            "pool web: 1 of 4 backends healthy (25 % of the weight, panic below 50 %): using all 4");
  EXPECT_EQ(to_text(verdict({healthy, healthy, unhealthy}), "web", 50),
            "pool web: 2 of 3 backends healthy (66 % of the weight, panic below 50 %): using 2");
  EXPECT_EQ(to_text(verdict({unhealthy}, 0), "web", 0),
            "pool web: 0 of 1 backends healthy (0 % of the weight, panic below 0 %): new flows are dropped");
  EXPECT_EQ(to_text(verdict({{.drained = true, .weight = 100}}), "web", 50),
            "pool web: every backend is drained: new flows are dropped");
}

RC_GTEST_PROP(Verdict, NeverLeavesAPoolEmptyThatHasACandidate, (const std::vector<std::tuple<int, bool, int>>& drawn)) {
  std::vector<Member> members;
  for (const auto& [state, drained, weight] : drawn)
    members.push_back({.state = static_cast<State>(static_cast<unsigned>(state) % 3),
                       .drained = drained,
                       .weight = static_cast<unsigned>(weight) % 101});
  const unsigned panic = *rc::gen::inRange(1U, 101U);
  const Verdict verdict = decide(members, panic);
  const auto used = std::count(verdict.uses.begin(), verdict.uses.end(), BackendState::up);
  RC_ASSERT((used > 0) == (verdict.candidates > 0));
  RC_ASSERT(static_cast<std::size_t>(used) == (verdict.panic ? verdict.candidates : verdict.healthy));
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].drained) RC_ASSERT(verdict.uses[i] != BackendState::up);
    if (members[i].state != State::unhealthy) RC_ASSERT(verdict.uses[i] != BackendState::down);
  }
}

}  // namespace
}  // namespace guideway::health
