#include "balance/rendezvous/columns.h"

#include <algorithm>
#include <utility>

namespace guideway::balance {

namespace {

std::vector<Column> cut(std::span<const Entrant> sorted, std::size_t depth) {
  std::vector<Column> columns;
  for (auto rest = sorted; !rest.empty();) {
    const auto end = std::ranges::upper_bound(rest, rest.front().weight, {}, &Entrant::weight);
    auto left = static_cast<std::size_t>(end - rest.begin());
    for (auto cuts = (left + depth - 1) / depth; cuts > 0; --cuts) {
      const auto rows = (left + cuts - 1) / cuts;
      columns.push_back(rest.first(rows));
      rest = rest.subspan(rows);
      left -= rows;
    }
  }
  std::ranges::sort(columns, std::ranges::greater(), &Column::size);
  return columns;
}

std::size_t cost(const std::vector<Column>& columns, std::size_t lanes, std::size_t step) {
  std::size_t sum = 0;
  for (std::size_t first = 0; first < columns.size(); first += lanes) sum += columns[first].size() + step;
  return sum;
}

}  // namespace

std::vector<Entrant> by_weight(std::span<const Entrant> entrants) {
  std::vector<const Entrant*> order;
  order.reserve(entrants.size());
  for (const auto& entrant : entrants) order.push_back(&entrant);
  const auto key = [](const Entrant* entrant) { return std::pair(entrant->weight, entrant->seed); };
  std::ranges::sort(order, {}, [&](const Entrant* entrant) { return std::pair(key(entrant), entrant); });
  const auto [lost, end] = std::ranges::unique(order, {}, key);
  order.erase(lost, end);
  std::vector<Entrant> sorted;
  sorted.reserve(order.size());
  for (const auto* const entrant : order) sorted.push_back(*entrant);
  return sorted;
}

std::vector<Column> columns_of(std::span<const Entrant> sorted, std::size_t lanes, std::size_t step) {
  auto best = cut(sorted, 1);
  for (std::size_t depth = 2; depth < 2 * sorted.size(); depth *= 2)
    if (auto deeper = cut(sorted, depth); cost(deeper, lanes, step) < cost(best, lanes, step)) best = std::move(deeper);
  return best;
}

}  // namespace guideway::balance
