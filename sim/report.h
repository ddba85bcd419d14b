// What an experiment returns: data, and no trace of how it will be shown. The renderers (sim/render/) write it for
// people, for programs and as plots; an experiment never formats a line.
//
// A number without a claim beside it tells little, so the heart of a report is its findings: what a source says, what
// was measured here, and whether the two agree. Where they do not, the note says what we think the reason is.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace guideway::sim {

enum class Outcome {
  holds,     // the claim is what was measured
  differs,   // it is not; the note says how
  measured,  // the source gives no figure to hold against
};

struct Finding {
  std::string claim;
  std::string source;  // who says so, and where
  std::string measured;
  Outcome outcome;
  std::string note{};
};

// Text, or a number that its column says how to round; JSON and CSV get all of it.
using Cell = std::variant<std::string, double>;

struct Column {
  std::string name;
  int places = 0;  // decimals of its numbers, for people
};

struct Grid {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows{};
};

struct Axis {
  std::string name;
  bool logarithmic = false;  // all of its values are then above 0
};

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points{};
};

struct Plot {
  std::string name;  // of its file: lower case and dashes
  std::string title;
  Axis x, y;
  std::vector<Series> series{};
};

struct Setting {
  std::string name, value, meaning;
};

struct Report {
  std::vector<Finding> findings{};
  std::vector<Grid> grids{};
  std::vector<Plot> plots{};
  std::vector<std::string> notes{};  // how it was measured, and what it does not show

  // Filled in by run(), alike for all.
  std::string experiment{};
  std::string shows{};
  std::vector<Setting> settings{};
  std::string command{};  // runs exactly this again
};

}  // namespace guideway::sim
