// A report as text: for people, for programs, for a page. Pure functions; writing it somewhere is the caller's.
#pragma once

#include <span>
#include <string>

#include "sim/report.h"

namespace guideway::sim {

std::string to_people(const Report& report);

// One object: experiment, shows, settings, command, findings, grids, plots, notes. Numbers are exact.
std::string to_json(const Report& report);

// Each grid: a comment line with its title, a line of names, its rows; an empty line between grids (RFC 4180
// otherwise).
std::string to_csv(const Report& report);

// A page over many reports. A plot is shown from the file plot_file() beside the page.
std::string to_markdown(std::span<const Report> reports);
std::string plot_file(const Report& report, const Plot& plot);

// A whole SVG file: lines with marks, axes, a legend; for light and dark pages.
std::string to_svg(const Plot& plot);

}  // namespace guideway::sim
