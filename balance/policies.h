// The policies that have a table, by name: for who lets others choose one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "balance/backend.h"
#include "balance/table.h"
#include "base/error.h"

namespace guideway::balance {

enum class TablePolicy : std::uint8_t { maglev, rendezvous, ring, modulo };

inline constexpr TablePolicy kTablePolicies[] = {TablePolicy::maglev, TablePolicy::rendezvous, TablePolicy::ring,
                                                 TablePolicy::modulo};

constexpr std::string_view name_of(TablePolicy policy) {
  switch (policy) {
    case TablePolicy::maglev: return "maglev";
    case TablePolicy::rendezvous: return "rendezvous";
    case TablePolicy::ring: return "ring";
    case TablePolicy::modulo: return "modulo";
  }
  std::unreachable();
}

// The policy of that name; nothing for any other word.
constexpr std::optional<TablePolicy> policy_of(std::string_view name) {
  for (const auto policy : kTablePolicies)
    if (name_of(policy) == name) return policy;
  return std::nullopt;
}

// The policy's own builder, with its errors: build_maglev(), build_rendezvous_table(), build_ring_table() with the
// default points, or build_modulo().
Result<Table> build_table(TablePolicy policy, std::span<const Backend> backends, const TableOptions& options = {});

}  // namespace guideway::balance
