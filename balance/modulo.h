// The baseline that everyone warns of: backends dealt out over the slots in turn, contract "Modulo, v1" of
// ARCHITECTURE.md.
//
// Slot s belongs to whoever takes turn s + 1 of "Table, v1"; with N equal backends that is the backend at s mod N, in
// the order of their names' bytes, as with hash mod N. Shares are as even as can be (within one slot of each other for
// equal weights), and building is a copy; all that is missing is what consistent hashing is for.
//
// Not guaranteed: anything about who keeps what. Where one of N equal backends comes or goes, about (N - 1) / N of all
// slots change hands, where 1 / N would do.
#pragma once

#include <span>

#include "balance/backend.h"
#include "balance/table.h"
#include "base/error.h"

namespace guideway::balance {

// Errors, by code: balance.no-slots, balance.table-too-large, balance.too-many-backends, balance.bad-weight-scale,
// balance.weight-above-scale, balance.duplicate-name, balance.no-weight. The size need not be prime.
//
// Complexity: O(size + N log N). Deterministic. Thread-safe: nothing is shared between calls.
Result<Table> build_modulo(std::span<const Backend> backends, const TableOptions& options = {});

}  // namespace guideway::balance
