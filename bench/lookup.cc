// Looking backends up in Maglev tables: in one that stays in the cache, and in more of them than a cache holds, in
// batches; the library against reading plain arrays of 16-bit slots with prefetch.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "balance/maglev.h"
#include "bench/measure.h"
#include "core/hash/mix.h"

namespace guideway::bench {
namespace {

constexpr std::size_t kHashes = 1 << 18;  // a round
constexpr std::size_t kBatch = 64;
constexpr std::size_t kRounds = 51;
constexpr double kGoal = 1.5;

using Hashes = std::vector<std::uint64_t>;
using Picks = std::vector<std::uint32_t>;

balance::Table build_table() {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back(fmt::format("web-{}", i));
  return *balance::build_maglev(std::vector<balance::Backend>(names.begin(), names.end()));
}

Hashes make_hashes() {
  Hashes hashes(kHashes);
  for (std::uint64_t i = 0; i < kHashes; ++i) hashes[i] = core::mix_nth(7, i);
  return hashes;
}

// Per lookup, and checked: what both read must be the same.
template <class Ours, class Plain>
Row row(std::string what, std::string against, Ours&& ours, Plain&& plain) {
  Picks a(kHashes), b(kHashes);
  ours(a);
  plain(b);
  if (a != b) {
    fmt::print(stderr, "error[bench.lookups-differ]: {}\n", what);
    std::exit(1);
  }
  auto row = compare(
      std::move(what), std::move(against), kGoal, kRounds, [&] { ours(a), keep(a.data()); },
      [&] { plain(b), keep(b.data()); });
  row.unit = "ns";
  row.value *= 1e6 / kHashes;
  row.baseline *= 1e6 / kHashes;
  return row;
}

// Calls work(begin, end) for each batch.
template <class Work>
void in_batches(Work&& work) {
  for (std::size_t begin = 0; begin < kHashes; begin += kBatch) work(begin, begin + kBatch);
}

std::vector<Row> hot(const Hashes& hashes) {
  const auto table = build_table();
  const auto slots = table.slots<std::uint16_t>();
  const auto plain = [&](Picks& picks) {
    for (std::size_t i = 0; i < kHashes; ++i) picks[i] = slots[balance::slot_of(hashes[i], 65537)];
  };
  return {row(
              "one table, one by one", "a plain array",
              [&](Picks& picks) {
                for (std::size_t i = 0; i < kHashes; ++i) picks[i] = table.pick(hashes[i]);
              },
              plain),
          row(
              "one table, in batches", "a plain array",
              [&](Picks& picks) {
                in_batches([&](std::size_t begin, std::size_t) {
                  table.pick(std::span(hashes).subspan(begin, kBatch), std::span(picks).subspan(begin, kBatch));
                });
              },
              plain)};
}

// Each hash asks a table of its own choice, as a balancer's packets do.
Row many(const Hashes& hashes) {
  constexpr std::size_t kTables = 1009;
  const std::vector<balance::Table> tables(kTables, build_table());
  const std::vector<std::vector<std::uint16_t>> arrays(kTables, tables.front().slots<std::uint16_t>());
  std::vector<std::size_t> which(kHashes);
  for (std::size_t i = 0; i < kHashes; ++i) which[i] = hashes[i] % kTables;

  return row(
      fmt::format("{} tables, in batches", kTables), "plain arrays, prefetched",
      [&](Picks& picks) {
        in_batches([&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) tables[which[i]].prefetch(hashes[i]);
          for (std::size_t i = begin; i < end; ++i) picks[i] = tables[which[i]].pick(hashes[i]);
        });
      },
      [&](Picks& picks) {
        in_batches([&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            __builtin_prefetch(&arrays[which[i]][balance::slot_of(hashes[i], 65537)]);
          for (std::size_t i = begin; i < end; ++i) picks[i] = arrays[which[i]][balance::slot_of(hashes[i], 65537)];
        });
      });
}

}  // namespace
}  // namespace guideway::bench

int main(int argc, char** argv) {
  const auto hashes = guideway::bench::make_hashes();
  auto rows = guideway::bench::hot(hashes);
  rows.push_back(guideway::bench::many(hashes));
  guideway::bench::report(rows, argc, argv);
}
