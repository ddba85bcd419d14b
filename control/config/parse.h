// YAML text to a tree. YAML lets a few bytes mean very much: brackets nested without end, an alias
// inside what it names, aliases of aliases that double at each step. So the depth and the size of the
// document, aliases followed, are bounded as its events arrive, and parsing stops at the first breach.
#pragma once

#include <optional>
#include <string_view>

#include "control/config/report.h"
#include "control/config/tree.h"

namespace guideway::config {

inline constexpr int kMaxDepth = 32;                   // the deepest setting lies at 6
inline constexpr std::uint64_t kMaxNodes = 2'000'000;  // 65,535 backends with every key take 600,000

std::optional<Document> parse(std::string_view text, Report& report);

}  // namespace guideway::config
