// One line of the flow table: who is found, and who gives way to a newcomer.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/flow/insert.h"
#include "core/forward/decide.h"

namespace guideway::core {
namespace {

constexpr std::uint16_t timeouts[flow_states] = {56, 3353, 10, 112};
constexpr Tick now = 8000;
constexpr BackendId alive = make_backend_id(1, 1), gone = make_backend_id(2, 1);
constexpr auto usable = [](BackendId id) { return id.value == alive.value; };

constexpr std::uint64_t flow(std::uint64_t number) { return number << 24; }

struct Entry {
  FlowState state = FlowState::established;
  Tick age = 0;
  BackendId backend = alive;
};

FlowLine line_of(std::initializer_list<Entry> entries) {
  FlowLine line{};
  std::size_t i = 0;
  for (const Entry& entry : entries) {
    line.entry[i] = make_entry(flow(i + 1), entry.backend);
    line.state[i] = pack_state(entry.state, now - entry.age);
    ++i;
  }
  return line;
}

constexpr Entry kept{};
constexpr Entry tentative(Tick age) { return {FlowState::tentative, age, alive}; }
constexpr Entry expired_for(Tick age) { return {FlowState::closing, 10 + age, alive}; }
constexpr Entry dead{FlowState::established, 0, gone};

void expect_place(const FlowLine& line, Inserted how, std::uint32_t place) {
  const Vacancy vacancy = find_vacancy(line, now, timeouts, usable);
  EXPECT_EQ(vacancy.how, how);
  if (how != Inserted::refused) {
    EXPECT_EQ(vacancy.place, place);
    EXPECT_EQ(vacancy.victim, line.entry[place]);
  }
}

TEST(FlowLine, TakesTheFirstEmptyPlaceBeforeAnyOther) {
  expect_place(FlowLine{}, Inserted::into_empty, 0);
  expect_place(line_of({tentative(50), dead, expired_for(9), kept}), Inserted::into_empty, 4);
}

TEST(FlowLine, ThenTheLongestExpired) {
  expect_place(line_of({tentative(50), dead, expired_for(3), kept, expired_for(9), expired_for(1)}),
               Inserted::over_expired, 4);
}

TEST(FlowLine, ThenOneWhoseBackendIsGone) {
  expect_place(line_of({tentative(50), kept, kept, dead, kept, kept}), Inserted::over_dead, 3);
}

TEST(FlowLine, ThenTheOldestTentative) {
  expect_place(line_of({tentative(3), kept, tentative(7), kept, tentative(0), kept}), Inserted::over_tentative, 2);
  expect_place(line_of({tentative(0), tentative(0), kept, kept, kept, kept}), Inserted::over_tentative, 0);
}

TEST(FlowLine, AndNeverAKeptOne) {
  expect_place(
      line_of({kept, {FlowState::udp, 112}, {FlowState::closing, 10}, kept, {FlowState::established, 3353}, kept}),
      Inserted::refused, 0);
}

TEST(FlowLine, IsOccupiedByOneSwap) {
  FlowLine line = line_of({kept, kept, tentative(1), kept, kept, kept});
  const std::uint64_t victim = line.entry[2];
  EXPECT_TRUE(occupy(line, 2, victim, flow(77), alive, now));
  EXPECT_EQ(line.entry[2], make_entry(flow(77), alive));
  EXPECT_EQ(line.state[2], pack_state(FlowState::tentative, now));

  const FlowLine before = line;
  EXPECT_FALSE(occupy(line, 2, victim, flow(78), alive, now)) << "another CPU was quicker";
  EXPECT_EQ(std::memcmp(&line, &before, sizeof line), 0);
}

TEST(FlowLine, FindsByTheTagAlone) {
  const FlowLine line = line_of({kept, kept, kept});
  EXPECT_EQ(find_flow(line, flow(2) | 0x123456).place, 1u) << "low bits choose the line and are not in the tag";
  EXPECT_EQ(find_flow(line, flow(2)).entry, line.entry[1]);
  EXPECT_EQ(find_flow(line, flow(9)).place, entries_per_line);
  EXPECT_EQ(find_flow(line, flow(2) | 1ull << 63).place, entries_per_line);
  EXPECT_EQ(find_flow(FlowLine{}, 0).place, entries_per_line) << "an empty place is nobody's, even with a hash of 0";
}

TEST(FlowLine, HoldsTheHighestBackendId) {
  const BackendId highest = make_backend_id(0xffff, 255);
  const std::uint64_t entry = make_entry(~0ull, highest);
  EXPECT_EQ(index_of(entry_backend(entry)), 0xffffu);
  EXPECT_EQ(incarnation_of(entry_backend(entry)), 255);
  EXPECT_TRUE(entry_matches(entry, ~0ull));
}

// The rule, written down once more and plainly.
RC_GTEST_PROP(FlowLine, GivesUpWhomTheRuleNames, ()) {
  FlowLine line{};
  std::array<std::pair<int, Tick>, entries_per_line> worth;  // the greatest goes
  for (std::uint32_t i = 0; i < entries_per_line; ++i) {
    const auto state = static_cast<FlowState>(*rc::gen::inRange(0, 4));
    const auto age = *rc::gen::inRange<Tick>(0, 200);
    const bool is_gone = *rc::gen::arbitrary<bool>();
    if (*rc::gen::inRange(0, 8) > 0) line.entry[i] = make_entry(flow(i + 1), is_gone ? gone : alive);
    line.state[i] = pack_state(state, now - age);
    const bool is_expired = age > timeouts[static_cast<unsigned>(state)];
    worth[i] = line.entry[i] == 0              ? std::pair(4, Tick{0})
               : is_expired                    ? std::pair(3, age)
               : is_gone                       ? std::pair(2, Tick{0})
               : state == FlowState::tentative ? std::pair(1, age)
                                               : std::pair(0, Tick{0});
  }
  const auto goes = std::ranges::max_element(worth);  // the first of equals
  const Vacancy vacancy = find_vacancy(line, now, timeouts, usable);
  if (goes->first == 0) {
    RC_ASSERT(vacancy.how == Inserted::refused);
  } else {
    RC_ASSERT(static_cast<int>(vacancy.how) == 5 - goes->first);
    RC_ASSERT(vacancy.place == static_cast<std::uint32_t>(goes - worth.begin()));
  }
}

}  // namespace
}  // namespace guideway::core
