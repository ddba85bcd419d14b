// "Did you mean ...?": the candidate that the fewest slips of a finger turn into what was typed.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace guideway::config {

// Insertions, deletions, substitutions and swaps of neighbours between the two, case aside; anything
// above `limit` is answered with limit + 1, without computing it.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// The closest candidate, the first among equals; empty when none is close: one slip in three characters,
// and three at most.
std::string_view closest(std::string_view typed, std::span<const std::string_view> candidates);

}  // namespace guideway::config
