// Every way of choosing that the library has, behind one face, so that experiments can hold them against each other:
// with a table or without, with loads or without. Hashes are handed over many at a time, as a call through a
// std::function costs as much as some of the lookups.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sim/support/pool.h"

namespace guideway::sim {

struct Chooser {
  // out[i] for hashes[i], one pick after the other. Ways that count loads release what they picked at once.
  std::function<void(std::span<const std::uint64_t> hashes, std::span<std::uint32_t> out)> pick;
  double bytes = 0;  // that lookups read: slots, points or backends; 0 for ways that count loads

  std::vector<std::uint32_t> pick_all(std::span<const std::uint64_t> hashes) const {
    std::vector<std::uint32_t> out(hashes.size());
    pick(hashes, out);
    return out;
  }
};

// Those without loads first.
inline constexpr std::string_view kChoosersByHash =
    "maglev maglev-batch rendezvous rendezvous-table rendezvous-tree ring ring-search ring-table modulo";
inline constexpr std::string_view kChoosers =
    "maglev maglev-batch rendezvous rendezvous-table rendezvous-tree ring ring-search ring-table modulo "
    "bounded-loads choices least-connections round-robin";

// `way` is one of kChoosers; tables have `size` slots. Errors are the builders'.
Result<Chooser> chooser(std::string_view way, const Backends& backends, std::uint64_t size);

std::vector<std::uint64_t> random_hashes(std::uint64_t count, std::uint64_t seed);

}  // namespace guideway::sim
