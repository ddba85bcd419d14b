// Requests that come and go while as many are held all the time: one that was drawn at random ends, the next begins,
// and the fullest backend is watched. A share of requests has one and the same key, the hot one; each of the others has
// a key of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "balance/bounded_loads.h"
#include "sim/support/random.h"

namespace guideway::sim {

struct World {
  std::uint64_t backends, held, requests, seed;
  double hot;  // share of requests
};

struct Seen {
  std::string policy;
  double epsilon = 0;                 // percent; 0: no bound
  double most = 0;                    // held by one backend at any moment
  double hot_most = 0;                // of the hot key's, by one backend in the end
  double hot_on = 0;                  // backends that hold one of the hot key in the end
  double home = 0, others = 0;        // requests of other keys that went where they would without load, and all
  double passed = 0, hot_passed = 0;  // full slots or points on the way, all in all
  double hot_requests = 0;

  double home_share() const { return home / std::max(1.0, others); }
  double passed_by_other() const { return passed / std::max(1.0, others); }
  double passed_by_hot() const { return hot_passed / std::max(1.0, hot_requests); }
};

struct Held {
  std::uint32_t backend;
  bool hot;
};

// place(hash, number) gives backend and full ones passed, home(hash) the backend for a hash if there were no load.
template <class Place, class Release, class Home>
Seen watch(const World& world, Seen seen, const Place& place, const Release& release, const Home& home) {
  Random kinds(world.seed, 1), keys(world.seed, 2), ends(world.seed, 3);
  const std::uint64_t hot_key = Random(world.seed, 4).word();
  std::vector<Held> held;
  std::vector<std::uint32_t> loads(world.backends), hot(world.backends);
  for (std::uint64_t number = 0; number < world.held + world.requests; ++number) {
    std::size_t at = held.size();
    if (number < world.held) {
      held.emplace_back();
    } else {
      at = ends.below(held.size());
      release(held[at].backend);
      --loads[held[at].backend];
      hot[held[at].backend] -= held[at].hot;
    }
    const bool is_hot = kinds.share() <= world.hot;
    const std::uint64_t hash = is_hot ? hot_key : keys.word();
    const balance::BoundedLoads::Placement placed = place(hash, number);
    held[at] = {placed.backend, is_hot};
    ++loads[placed.backend];
    hot[placed.backend] += is_hot;
    if (number < world.held) continue;
    seen.most = std::max<double>(seen.most, loads[placed.backend]);
    (is_hot ? seen.hot_passed : seen.passed) += placed.passed;
    ++(is_hot ? seen.hot_requests : seen.others);
    if (!is_hot) seen.home += placed.backend == home(hash);
  }
  seen.hot_most = std::ranges::max(hot);
  seen.hot_on = static_cast<double>(std::ranges::count_if(hot, [](std::uint32_t count) { return count > 0; }));
  return seen;
}

}  // namespace guideway::sim
