// Maglev tables, contract v1 of ARCHITECTURE.md.
//
// Source: Eisenbud et al., "Maglev: A Fast and Reliable Software Network Load Balancer", NSDI 2016,
// section 3.4. With equal weights this is the paper's algorithm, with XXH64 for its two hashes:
// offset = XXH64(name, seed 0) mod size, skip = XXH64(name, seed 1) mod (size - 1) + 1, backends in
// the order of their names' bytes. Weights: in round r = 1, 2, ... a backend of weight w takes a turn
// when r * w >= t, and t (at first 0) then grows by the weight scale; so its share is w over the sum
// of weights, to within one slot for each turn of the last round.
//
// What it is for. Balancers that share nothing but the list agree on every slot. With n equal backends
// each owns size / n slots, to within one. Losing one backend moves its own slots and few others; the
// share of others falls as size grows (size >= 100 n is the usual choice).
//
// Not guaranteed. Other slots do move (a few percent): minimal disruption is rendezvous's promise, not
// this one's. A change of weight or of the scale moves slots of every backend.
#pragma once

#include <cstdint>
#include <span>

#include "balance/backend.h"
#include "balance/table.h"
#include "base/error.h"

namespace guideway::balance {

// Errors, by code: balance.not-prime, balance.table-too-large, balance.bad-weight-scale,
// balance.too-many-backends (more than kMaxBackends or than slots), balance.weight-above-scale,
// balance.duplicate-name, balance.no-weight (no backend, or none with a weight).
//
// Complexity: about size * ln(size) / 2 probes, each one bit of a set of size / 8 bytes, sixteen at a time where the
// machine has AVX-512; rounds without a turn cost nothing. Memory while building: some 30 bytes a backend and a bit a
// slot, besides the table. Deterministic: the table is the same on every machine. Thread-safe: nothing is shared
// between calls.
Result<Table> build_maglev(std::span<const Backend> backends, const TableOptions& options = {});

}  // namespace guideway::balance
