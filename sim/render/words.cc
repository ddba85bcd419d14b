#include "sim/render/words.h"

#include <algorithm>

#include "sim/support/text.h"

namespace guideway::sim {

std::string_view word(Outcome outcome) {
  switch (outcome) {
    case Outcome::holds: return "holds";
    case Outcome::differs: return "differs";
    case Outcome::measured: return "measured";
  }
  return "";
}

std::string text_of(const Cell& cell, const Column& column) {
  if (const auto* const text = std::get_if<std::string>(&cell)) return *text;
  return fixed(std::get<double>(cell), column.places);
}

bool has_words(const Grid& grid, std::size_t column) {
  return std::ranges::any_of(grid.rows, [&](const std::vector<Cell>& row) {
    const auto* const text = std::get_if<std::string>(&row[column]);
    return text != nullptr && !text->empty();
  });
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace guideway::sim
