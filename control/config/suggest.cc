#include "control/config/suggest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace guideway::config {
namespace {

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

// Three rows of the usual table (optimal string alignment): a swap looks back two rows.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) return limit + 1;
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0uz);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = folded(a[i - 1]), y = folded(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (x == y ? 0 : 1)});
      if (i > 1 && j > 1 && x == folded(b[j - 2]) && y == folded(a[i - 2]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    if (std::ranges::min(row) > limit) return limit + 1;
  }
  return std::min(row.back(), limit + 1);
}

std::string_view closest(std::string_view typed, std::span<const std::string_view> candidates) {
  std::size_t limit = std::clamp<std::size_t>(typed.size() / 3, 1, 3);
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(typed, candidate, limit);
    if (distance > limit) continue;
    best = candidate;
    if (distance == 0) break;
    limit = distance - 1;  // only a closer one displaces it
  }
  return best;
}

}  // namespace guideway::config
