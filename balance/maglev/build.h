// build_maglev() with a choice of vectors, for benchmarks: what it takes on a machine without any.
#pragma once

#include <span>

#include "balance/backend.h"
#include "balance/maglev/simd.h"
#include "balance/table.h"
#include "base/error.h"

namespace guideway::balance {

Result<Table> build_maglev_with(Simd simd, std::span<const Backend> backends, const TableOptions& options);

}  // namespace guideway::balance
