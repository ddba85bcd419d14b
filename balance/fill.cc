#include "balance/fill.h"

#include <algorithm>
#include <cmath>

#include "balance/last_slots.h"
#include "balance/slot_set.h"
#include "balance/turns.h"
#include "balance/walk.h"

namespace guideway::balance {

namespace {

struct Table {
  std::uint32_t size;
  std::span<const Contender> contenders;
  std::vector<Walk> walks;
  SlotSet taken;
  std::vector<std::uint16_t> slots;
  std::vector<std::uint16_t> searching;
};

void claim_all(Table& t, std::span<const std::uint16_t> round) {
  Walk* const walks = t.walks.data();
  std::uint16_t* const searching = t.searching.data();
  const std::uint32_t size = t.size;
  std::size_t left = 0;
  for (const auto i : round) {
    searching[left] = i;
    left += t.taken.taken(walks[i].next);
  }
  while (left > 0) {
    const std::size_t n = left;
    left = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const auto i = searching[k];
      Walk walk = walks[i];
      walk.step(size);
      walks[i].next = walk.next;
      searching[left] = i;
      left += t.taken.taken(walk.next);
    }
  }
  for (const auto i : round) {
    Walk walk = walks[i];
    while (t.taken.taken(walk.next)) [[unlikely]]
      walk.step(size);
    t.taken.take(walk.next);
    t.slots[walk.next] = t.contenders[i].owner;
    walk.step(size);
    walks[i].next = walk.next;
  }
}

}  // namespace

std::vector<std::uint16_t> fill(std::uint32_t size, std::span<const Contender> contenders, std::uint32_t scale) {
  Table t{size,
          contenders,
          {},
          SlotSet(size),
          std::vector<std::uint16_t>(size),
          std::vector<std::uint16_t>(contenders.size())};
  std::vector<std::uint32_t> weights;
  for (const auto& c : contenders) {
    t.walks.push_back({c.offset, c.skip});
    weights.push_back(c.weight);
  }
  Turns turns(weights, scale);
  const auto few = static_cast<std::uint32_t>(1.5 * std::sqrt(size)) + 1;
  std::uint32_t left = size;
  std::span<const std::uint16_t> round;
  while (left > few) {
    round = turns.next_round();
    while (!round.empty() && left > few) {
      const std::size_t n = std::min({round.size(), std::size_t{left - few}, std::size_t{std::max(left / 4, 64U)}});
      claim_all(t, round.first(n));
      round = round.subspan(n);
      left -= static_cast<std::uint32_t>(n);
    }
  }
  LastSlots last(t.taken, t.walks, t.slots);
  while (last.left() > 0) {
    if (round.empty()) round = turns.next_round();
    last.claim(round.front(), t.walks[round.front()], contenders[round.front()].owner);
    round = round.subspan(1);
  }
  return std::move(t.slots);
}

}  // namespace guideway::balance
