#include <algorithm>
#include <vector>

#include "sim/render/render.h"
#include "sim/render/words.h"

namespace guideway::sim {

namespace {

constexpr std::size_t kLine = 100;

// `text` in lines of kLine at most, those behind the first indented like it.
std::string wrapped(std::string_view first, std::string_view text) {
  std::string lines(first);
  std::size_t at = width(first);
  const std::string indent(at, ' ');
  bool begins = true;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const auto piece = text.substr(0, end);
    if (!begins && at + 1 + width(piece) > kLine) {
      lines += "\n" + indent;
      at = indent.size();
      begins = true;
    }
    if (!begins) lines += ' ', ++at;
    lines += piece;
    at += width(piece);
    begins = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines + "\n";
}

void add_grid(std::string& out, const Grid& grid) {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : grid.columns) lines[0].push_back(column.name);
  for (const auto& row : grid.rows) {
    auto& line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) line.push_back(text_of(row[i], grid.columns[i]));
  }
  out += "\n" + grid.title + "\n";
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::size_t widest = 0;
      for (const auto& other : lines) widest = std::max(widest, width(other[i]));
      const std::string space(widest - width(line[i]), ' ');
      text += "  " + (has_words(grid, i) ? line[i] + space : space + line[i]);
    }
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
}

}  // namespace

std::string to_people(const Report& report) {
  std::string out = wrapped(report.experiment + ": ", report.shows);
  for (const Finding& finding : report.findings) {
    out += "\n" + wrapped("claimed   ", finding.claim + (finding.source.empty() ? "" : " [" + finding.source + "]"));
    out += wrapped("measured  ", finding.measured);
    if (finding.outcome != Outcome::measured)
      out +=
          wrapped("outcome   ", std::string(word(finding.outcome)) + (finding.note.empty() ? "" : ": " + finding.note));
    else if (!finding.note.empty())
      out += wrapped("note      ", finding.note);
  }
  for (const Grid& grid : report.grids) add_grid(out, grid);
  if (!report.notes.empty()) out += "\n";
  for (const std::string& note : report.notes) out += wrapped("note  ", note);
  out += "\nvary it:  " + report.command + "\n";
  return out;
}

}  // namespace guideway::sim
