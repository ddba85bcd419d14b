// How `guideway table` writes a table: for people, as JSON, and slot by slot. All write to stdout.
#pragma once

#include "balance/table.h"
#include "cli/table_pool.h"

namespace guideway::cli {

// `pool` lists the backends in the order that `table` was built from.
void write_people(const TablePool& pool, const balance::Table& table);
void write_json(const TablePool& pool, const balance::Table& table);
void write_slots(const balance::Table& table);

}  // namespace guideway::cli
