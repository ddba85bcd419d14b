// How `guideway table` writes a table: for people, as JSON, and slot by slot. All write to stdout.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "balance/maglev.h"

namespace guideway::cli {

struct Pool {
  balance::MaglevOptions options;
  std::vector<std::pair<std::string, std::uint32_t>> backends;  // name, weight: in the table's order
};

void write_people(const Pool& pool, const balance::Table& table);
void write_json(const Pool& pool, const balance::Table& table);
void write_slots(const Pool& pool, const balance::Table& table);

}  // namespace guideway::cli
