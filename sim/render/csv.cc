#include "sim/render/render.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

std::string escaped(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string value(const Cell& cell) {
  const auto* const text = std::get_if<std::string>(&cell);
  return text ? escaped(*text) : shortest(std::get<double>(cell));
}

}  // namespace

std::string to_csv(const Report& report) {
  std::string out;
  for (const Grid& grid : report.grids) {
    out += (out.empty() ? "# " : "\n# ") + report.experiment + ": " + grid.title + "\n";
    for (std::size_t i = 0; i < grid.columns.size(); ++i) out += (i ? "," : "") + escaped(grid.columns[i].name);
    out += "\n";
    for (const auto& row : grid.rows) {
      for (std::size_t i = 0; i < row.size(); ++i) out += (i ? "," : "") + value(row[i]);
      out += "\n";
    }
  }
  return out;
}

}  // namespace guideway::sim
