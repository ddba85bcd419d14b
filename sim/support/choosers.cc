#include "sim/support/choosers.h"

#include <cstddef>
#include <memory>
#include <utility>

#include "balance/bounded_loads.h"
#include "balance/choices.h"
#include "balance/least_connections.h"
#include "balance/policies.h"
#include "balance/rendezvous.h"
#include "balance/rendezvous_tree.h"
#include "balance/ring.h"
#include "balance/round_robin.h"
#include "sim/support/random.h"

namespace guideway::sim {

namespace {

constexpr double kBytesOfPoint = 18;    // balance/ring.h: 16 to 20
constexpr double kBytesOfLeaf = 200;    // balance/rendezvous_tree.h: about
constexpr double kBytesOfBackend = 16;  // seed, weight and index of a draw

template <class Built, class Pick>
Result<Chooser> chooser_of(Result<Built> built, double (*bytes)(const Built&), Pick pick) {
  if (!built) return std::unexpected(built.error());
  const double size = bytes(*built);
  const auto held = std::make_shared<Built>(*std::move(built));  // objects with counters cannot be copied
  return Chooser{[held, pick](std::span<const std::uint64_t> hashes, std::span<std::uint32_t> out) {
                   for (std::size_t i = 0; i < hashes.size(); ++i) out[i] = pick(*held, hashes[i]);
                 },
                 size};
}

constexpr auto kPick = [](const auto& built, std::uint64_t hash) { return built.pick(hash); };
constexpr auto kPickAndRelease = [](auto& built, std::uint64_t hash) {
  const auto backend = built.pick(hash);
  built.release(backend);
  return backend;
};

template <class Built>
double no_bytes(const Built&) {
  return 0;
}
double bytes_of(const balance::Table& table) {
  return static_cast<double>(table.size()) * static_cast<double>(table.bytes_per_slot());
}
double bytes_of(const balance::Ring& ring) { return kBytesOfPoint * ring.size(); }

Result<balance::Table> table(balance::TablePolicy policy, const Backends& backends, std::uint64_t size) {
  return balance::build_table(policy, backends, {.size = static_cast<std::uint32_t>(size)});
}

Result<Chooser> of_table(balance::TablePolicy policy, const Backends& backends, std::uint64_t size) {
  return chooser_of<balance::Table>(table(policy, backends, size), bytes_of, kPick);
}

Result<Chooser> in_batches(const Backends& backends, std::uint64_t size) {
  auto built = table(balance::TablePolicy::maglev, backends, size);
  if (!built) return std::unexpected(built.error());
  const double bytes = bytes_of(*built);
  return Chooser{
      [held = std::make_shared<balance::Table>(*std::move(built))](auto hashes, auto out) { held->pick(hashes, out); },
      bytes};
}

Result<Chooser> with_loads(std::string_view way, const Backends& backends, std::uint64_t size) {
  auto maglev = table(balance::TablePolicy::maglev, backends, size);
  if (!maglev) return std::unexpected(maglev.error());
  if (way == "bounded-loads")
    return chooser_of<balance::BoundedLoads>(balance::build_bounded_loads(*std::move(maglev), backends), no_bytes,
                                             kPickAndRelease);
  if (way == "choices")
    return chooser_of<balance::Choices>(balance::build_choices(*std::move(maglev), backends), no_bytes,
                                        kPickAndRelease);
  if (way == "least-connections")
    return chooser_of<balance::LeastConnections>(balance::build_least_connections(backends), no_bytes,
                                                 [](auto& built, std::uint64_t) {
                                                   const auto backend = built.pick();
                                                   built.release(backend);
                                                   return backend;
                                                 });
  return chooser_of<balance::RoundRobin>(balance::build_round_robin(backends), no_bytes,
                                         [](auto& built, std::uint64_t) { return built.pick(); });
}

}  // namespace

Result<Chooser> chooser(std::string_view way, const Backends& backends, std::uint64_t size) {
  using enum balance::TablePolicy;
  if (way == "maglev") return of_table(maglev, backends, size);
  if (way == "maglev-batch") return in_batches(backends, size);
  if (way == "rendezvous-table") return of_table(rendezvous, backends, size);
  if (way == "ring-table") return of_table(ring, backends, size);
  if (way == "modulo") return of_table(modulo, backends, size);
  if (way == "ring") return chooser_of<balance::Ring>(balance::build_ring(backends), bytes_of, kPick);
  if (way == "ring-search")
    return chooser_of<balance::Ring>(
        balance::build_ring(backends), bytes_of,
        [](const balance::Ring& built, std::uint64_t hash) { return built.pick_by_search(hash); });
  if (way == "rendezvous" || way == "rendezvous-tree") {
    const bool tree = way == "rendezvous-tree";
    auto chooser = tree ? chooser_of<balance::RendezvousTree>(balance::build_rendezvous_tree(backends), no_bytes, kPick)
                        : chooser_of<balance::Rendezvous>(balance::build_rendezvous(backends), no_bytes, kPick);
    if (chooser) chooser->bytes = (tree ? kBytesOfLeaf : kBytesOfBackend) * static_cast<double>(backends.size());
    return chooser;
  }
  return with_loads(way, backends, size);
}

std::vector<std::uint64_t> random_hashes(std::uint64_t count, std::uint64_t seed) {
  Random random(seed, 1);
  std::vector<std::uint64_t> hashes(count);
  for (auto& hash : hashes) hash = random.word();
  return hashes;
}

}  // namespace guideway::sim
