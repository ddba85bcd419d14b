// Rendezvous as a table, contract "Rendezvous, v1" of ARCHITECTURE.md: slot s belongs to whoever wins the hash
// mix_nth(0, s). One read a pick, where the direct form (rendezvous.h) draws for every backend.
//
// Source: Thaler and Ravishankar, 1998 (rendezvous.h). That a table of winners need not be built anew when the
// list changes follows from what draws are: each depends on one backend alone.
//
// What it is for. Minimal disruption, provably: from one list to another a slot moves only if its owner has gone or
// lost weight, or to a backend that has come or gained weight. And a change costs what it touches: with M slots and N
// backends
// - built anew, M N draws (several at once, see rendezvous.h);
// - a backend that has come, or gained weight: M draws;
// - a backend that has gone, or lost weight: N draws for each slot that it owned, about M in all if weights are equal.
// update() makes the table that a rebuild would make, bit for bit: how a balancer has come to its list never matters.
//
// The price against Maglev: slots are shared by chance. A backend with share p of the weight owns M p slots, give or
// take sqrt(M p); the fullest of many is some three times that above the mean: 40 % at 65,537 slots and 1,000 backends.
//
// Size: any number of slots up to kMaxTableSize, prime or not. Threads: immutable; update() makes a new object.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "balance/backend.h"
#include "balance/table.h"
#include "base/error.h"

namespace guideway::balance {

class RendezvousTable {
 public:
  const Table& table() const& { return table_; }
  Table table() && { return std::move(table_); }

  // The table of another list, with the same options. Names are what backends are known by: the lists may have other
  // orders, and pick() returns indexes into the new one. Errors: those of build_rendezvous_table().
  Result<RendezvousTable> update(std::span<const Backend> backends) const;

 private:
  friend Result<RendezvousTable> build_rendezvous_table(std::span<const Backend> backends, const TableOptions& options);
  RendezvousTable(std::vector<std::uint32_t> owners, std::span<const Backend> backends, const TableOptions& options);

  Table table_;
  std::vector<std::uint32_t> weights_;  // of the backends in table_
  TableOptions options_;
};

// Errors, by code: balance.no-slots, balance.table-too-large, balance.bad-weight-scale, balance.weight-above-scale,
// balance.too-many-backends (more than kMaxBackends or than slots), balance.duplicate-name, balance.no-weight.
// Deterministic; nothing is shared between calls.
Result<RendezvousTable> build_rendezvous_table(std::span<const Backend> backends, const TableOptions& options = {});

}  // namespace guideway::balance
