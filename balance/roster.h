// What every builder does first: check the list that it was given, and put it in order. Everything
// that depends on the order of backends goes by the bytes of their names, so that the order in which
// somebody lists them never matters.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "balance/backend.h"
#include "base/error.h"

namespace guideway::balance {

// The indexes of the backends that have a weight, by the bytes of their names. Errors:
// balance.too-many-backends (more than `most`), balance.duplicate-name, balance.no-weight.
Result<std::vector<std::uint32_t>> roster_of(std::span<const Backend> backends, std::size_t most);

// The same for a table of `size` slots. Errors besides: balance.no-slots, balance.table-too-large,
// balance.too-many-backends (more than slots), and those of check_weights().
Result<std::vector<std::uint32_t>> table_roster(std::span<const Backend> backends, std::uint32_t size,
                                                std::uint32_t weight_scale);

// balance.bad-weight-scale, balance.weight-above-scale
std::optional<Error> check_weights(std::span<const Backend> backends, std::uint32_t weight_scale);

// What is wrong with a library's input: the caller's mistake, with what to do about it.
Error bad_input(const char* code, std::string message, std::string hint);

}  // namespace guideway::balance
