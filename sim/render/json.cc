// Written by hand: the room has no JSON library, as a browser brings its own and everything here is numbers and our
// own words.
#include <cmath>

#include "sim/render/render.h"
#include "sim/render/words.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

std::string number(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

std::string value(const Cell& cell) {
  const auto* const text = std::get_if<std::string>(&cell);
  return text ? quoted(*text) : number(std::get<double>(cell));
}

std::string field(std::string_view name, const std::string& value) { return quoted(name) + ": " + value; }

template <class Items, class Write>
std::string array(const Items& items, Write&& write) {
  std::string out = "[";
  for (const auto& item : items) out += (out.size() > 1 ? ", " : "") + write(item);
  return out + "]";
}

std::string grid_of(const Grid& grid) {
  const auto row = [](const auto& cells) { return array(cells, value); };
  return "{" + field("title", quoted(grid.title)) + ", " +
         field("columns", array(grid.columns, [](const Column& column) { return quoted(column.name); })) + ", " +
         field("rows", array(grid.rows, row)) + "}";
}

std::string plot_of(const Plot& plot) {
  const auto point = [](const auto& at) { return "[" + number(at.first) + ", " + number(at.second) + "]"; };
  const auto series = [&](const Series& one) {
    return "{" + field("name", quoted(one.name)) + ", " + field("points", array(one.points, point)) + "}";
  };
  return "{" + field("name", quoted(plot.name)) + ", " + field("title", quoted(plot.title)) + ", " +
         field("x", quoted(plot.x.name)) + ", " + field("y", quoted(plot.y.name)) + ", " +
         field("series", array(plot.series, series)) + "}";
}

std::string finding_of(const Finding& finding) {
  return "{" + field("claim", quoted(finding.claim)) + ", " + field("source", quoted(finding.source)) + ", " +
         field("measured", quoted(finding.measured)) + ", " + field("outcome", quoted(word(finding.outcome))) + ", " +
         field("note", quoted(finding.note)) + "}";
}

}  // namespace

std::string to_json(const Report& report) {
  std::string settings;
  for (const Setting& setting : report.settings)
    settings += (settings.empty() ? "" : ", ") + field(setting.name, quoted(setting.value));
  return "{" + field("experiment", quoted(report.experiment)) + ",\n " + field("shows", quoted(report.shows)) +
         ",\n \"settings\": {" + settings + "},\n " + field("command", quoted(report.command)) + ",\n " +
         field("findings", array(report.findings, finding_of)) + ",\n " + field("grids", array(report.grids, grid_of)) +
         ",\n " + field("plots", array(report.plots, plot_of)) + ",\n " + field("notes", array(report.notes, quoted)) +
         "}\n";
}

}  // namespace guideway::sim
