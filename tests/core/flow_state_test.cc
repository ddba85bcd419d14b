// The life of a flow entry, packet by packet: states, ages, and ticks that wrap.
#include <gtest/gtest.h>

#include "core/flow/state.h"

namespace guideway::core {
namespace {

constexpr std::uint16_t timeouts[flow_states] = {56, 3353, 10, 112};
constexpr FlowState all_states[] = {FlowState::tentative, FlowState::established, FlowState::closing, FlowState::udp};

TEST(FlowState, PacksAndUnpacks) {
  for (const FlowState state : all_states)
    for (const Tick tick : {0u, 1u, 4095u, 8191u}) {
      EXPECT_EQ(flow_state(pack_state(state, tick)), state);
      EXPECT_EQ(flow_tick(pack_state(state, tick)), tick);
    }
}

TEST(FlowState, AgesAcrossTheWrap) {
  for (const Tick seen : {0u, 100u, 8190u, 8191u})
    for (const Tick later : {0u, 1u, 2u, 56u, 3353u, 8000u, 8127u})
      EXPECT_EQ(flow_age(pack_state(FlowState::udp, seen), (seen + later) & tick_mask), later);
}

// Another CPU's clock turned first: what it saw is of now, not of two hours ago.
TEST(FlowState, TakesATickThatIsYetToComeForNow) {
  for (const Tick now : {0u, 100u, 8191u})
    for (const Tick ahead : {1u, 2u, max_ahead - 1}) {
      const std::uint16_t packed = pack_state(FlowState::closing, now + ahead);
      EXPECT_EQ(flow_age(packed, now), 0u);
      EXPECT_FALSE(expired(packed, now, timeouts));
    }
}

TEST(FlowState, ExpiresAfterItsTimeoutAndNotBefore) {
  for (const FlowState state : all_states) {
    const std::uint32_t timeout = timeouts[static_cast<unsigned>(state)];
    for (const Tick seen : {0u, 5000u, 8191u}) {
      const std::uint16_t packed = pack_state(state, seen);
      EXPECT_FALSE(expired(packed, (seen + timeout) & tick_mask, timeouts));
      EXPECT_TRUE(expired(packed, (seen + timeout + 1) & tick_mask, timeouts));
    }
  }
}

TEST(FlowState, LongestTimeoutStillEnds) {
  constexpr std::uint16_t longest[flow_states] = {max_timeout, max_timeout, max_timeout, max_timeout};
  EXPECT_FALSE(expired(pack_state(FlowState::established, 1), 1 + max_timeout, longest));
  EXPECT_TRUE(expired(pack_state(FlowState::established, 1), 2 + max_timeout, longest));
}

TEST(FlowState, TicksAreOfTheClockAndWrap) {
  EXPECT_EQ(tick_of(0), 0u);
  EXPECT_EQ(tick_of((1ull << 30) - 1), 0u);
  EXPECT_EQ(tick_of(1ull << 30), 1u);
  EXPECT_EQ(tick_of(8192ull << 30), 0u);
  EXPECT_EQ(tick_of(1'700'000'000'000'000'000), (1'700'000'000'000'000'000ull >> 30) % 8192);
}

TEST(FlowState, IsKeptOnlyByAPacketInALaterTick) {
  for (const bool tcp : {true, false}) {
    const FlowState kept = tcp ? FlowState::established : FlowState::udp;
    EXPECT_EQ(next_state(FlowState::tentative, tcp, false, false), FlowState::tentative);
    EXPECT_EQ(next_state(FlowState::tentative, tcp, false, true), kept);
    EXPECT_EQ(next_state(kept, tcp, false, false), kept);
    EXPECT_EQ(next_state(kept, tcp, false, true), kept);
  }
}

TEST(FlowState, ClosesKeptFlowsAndNeverKeepsForClosing) {
  for (const bool later : {true, false}) {
    EXPECT_EQ(next_state(FlowState::tentative, true, true, later), FlowState::tentative);
    EXPECT_EQ(next_state(FlowState::established, true, true, later), FlowState::closing);
    EXPECT_EQ(next_state(FlowState::closing, true, false, later), FlowState::closing) << "the last ACKs do not reopen";
    EXPECT_EQ(next_state(FlowState::closing, true, true, later), FlowState::closing);
  }
}

}  // namespace
}  // namespace guideway::core
