#include "sim/render/render.h"
#include "sim/render/words.h"

namespace guideway::sim {

namespace {

// Text in a table's cell: a bar would end it.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

void add_findings(std::string& out, const Report& report) {
  out += "| claimed | source | measured | outcome |\n| --- | --- | --- | --- |\n";
  for (const Finding& finding : report.findings)
    out += "| " + cell(finding.claim) + " | " + cell(finding.source) + " | " + cell(finding.measured) + " | **" +
           std::string(word(finding.outcome)) + "**" + (finding.note.empty() ? "" : ": " + cell(finding.note)) + " |\n";
}

void add_grid(std::string& out, const Grid& grid) {
  out += "\n" + grid.title + ":\n\n|";
  for (const Column& column : grid.columns) out += " " + cell(column.name) + " |";
  out += "\n|";
  for (std::size_t i = 0; i < grid.columns.size(); ++i) out += has_words(grid, i) ? " --- |" : " ---: |";
  out += "\n";
  for (const auto& row : grid.rows) {
    out += "|";
    for (std::size_t i = 0; i < row.size(); ++i) out += " " + cell(text_of(row[i], grid.columns[i])) + " |";
    out += "\n";
  }
}

}  // namespace

std::string plot_file(const Report& report, const Plot& plot) { return report.experiment + "-" + plot.name + ".svg"; }

std::string to_markdown(std::span<const Report> reports) {
  std::string out =
      "# What the literature says of load balancing, measured\n\n"
      "Each experiment runs the library itself. A claim **holds** where it is what was measured, else it **differs**, "
      "and the note says how; **measured** stands where the source gives no figure to hold against.\n\n";
  for (const Report& report : reports)
    out += "- [" + report.experiment + "](#" + report.experiment + "): " + report.shows + "\n";
  for (const Report& report : reports) {
    out += "\n## " + report.experiment + "\n\n" + report.shows + ".\n\n";
    add_findings(out, report);
    for (const Plot& plot : report.plots) out += "\n![" + plot.title + "](" + plot_file(report, plot) + ")\n";
    for (const Grid& grid : report.grids) add_grid(out, grid);
    if (!report.notes.empty()) out += "\n";
    for (const std::string& note : report.notes) out += "- " + note + "\n";
    out += "\n```console\n" + report.command + "\n```\n";
  }
  return out;
}

}  // namespace guideway::sim
