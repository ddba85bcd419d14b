// What is checked before YAML sees the text. yaml-cpp guesses encodings, takes a stray byte-order mark
// for an empty document, and reads on over control characters; none of that may decide what a load
// balancer does, so only plain UTF-8 text gets through.
#pragma once

#include <string_view>

#include "control/config/report.h"

namespace guideway::config {

inline constexpr std::size_t kMaxFileSize = 16 << 20;  // 65,535 backends, written out at length, take 8 MiB

// The text without a leading byte-order mark; reports what is wrong with it, which `report` then shows.
std::string_view checked_text(std::string_view text, Report& report);

// Where byte `offset` is, as the diagnostics count.
Place place_of(std::string_view text, std::size_t offset);

}  // namespace guideway::config
