#include "bench/maglev_plain.h"

#include <algorithm>
#include <numeric>

#include "balance/xxh64.h"

namespace guideway::bench {

namespace {

struct State {
  std::uint64_t offset, skip;
  std::uint64_t weight, t;
  std::uint64_t next;  // `add`: the slot to look at; `modulo`: the place in the permutation
  std::int32_t index;
};

template <Step step>
std::uint32_t slot_of(const State& state, std::uint32_t size) {
  if constexpr (step == Step::add) return static_cast<std::uint32_t>(state.next);
  return static_cast<std::uint32_t>((state.offset + state.next * state.skip) % size);
}

template <Step step>
void advance(State& state, std::uint32_t size) {
  if constexpr (step == Step::add) {
    state.next += state.skip;
    if (state.next >= size) state.next -= size;
  } else {
    ++state.next;
  }
}

template <Step step>
std::vector<std::int32_t> populate(std::vector<State> states, std::uint32_t size, std::uint32_t scale) {
  std::vector<std::int32_t> entry(size, -1);
  std::uint32_t n = 0;
  for (std::uint64_t r = 1;; ++r) {
    for (auto& state : states) {
      if (r * state.weight < state.t) continue;
      state.t += scale;
      auto c = slot_of<step>(state, size);
      while (entry[c] >= 0) {
        advance<step>(state, size);
        c = slot_of<step>(state, size);
      }
      entry[c] = state.index;
      advance<step>(state, size);
      if (++n == size) return entry;
    }
  }
}

}  // namespace

std::vector<std::int32_t> build_plainly(std::span<const balance::Backend> backends, std::uint32_t size,
                                        std::uint32_t scale, Step step) {
  std::vector<std::int32_t> order(backends.size());
  std::iota(order.begin(), order.end(), 0);
  const auto of = [&](std::int32_t i) { return backends[static_cast<std::size_t>(i)]; };
  std::ranges::sort(order, {}, [&](std::int32_t i) { return of(i).name; });
  std::vector<State> states;
  for (const auto i : order) {
    const std::uint64_t offset = balance::xxh64(of(i).name, 0) % size;
    const std::uint64_t skip = balance::xxh64(of(i).name, 1) % (size - 1) + 1;
    states.push_back({offset, skip, of(i).weight, 0, step == Step::add ? offset : 0, i});
  }
  return step == Step::add ? populate<Step::add>(std::move(states), size, scale)
                           : populate<Step::modulo>(std::move(states), size, scale);
}

}  // namespace guideway::bench
