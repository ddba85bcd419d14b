// What the renderers share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sim/report.h"

namespace guideway::sim {

std::string_view word(Outcome outcome);

// A cell as people read it. Whole thousands keep no separator: one can copy the number.
std::string text_of(const Cell& cell, const Column& column);

// Whether a column is one of words, and so reads from the left; an empty word may stand for a missing number.
bool has_words(const Grid& grid, std::size_t column);

// Characters, not bytes, of UTF-8.
std::size_t width(std::string_view text);

}  // namespace guideway::sim
