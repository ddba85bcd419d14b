// Plots, written by hand. The colours are those of Okabe and Ito, which colour-blind readers can tell apart, less
// the two that one of the backgrounds would swallow; and each line has its own mark, so that none depends on its
// colour. The file brings its own background, dark where the reader prefers that.
#include <algorithm>
#include <array>

#include "sim/render/render.h"
#include "sim/render/scale.h"
#include "sim/support/text.h"

namespace guideway::sim {

namespace {

constexpr double kWidth = 760, kHeight = 420;
constexpr double kLeft = 64, kRight = kWidth - 184, kTop = 44, kBottom = kHeight - 52;
constexpr std::size_t kMostMarks = 12;  // of a line, about; more would hide it
constexpr std::array kColours = {"#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9"};

constexpr std::string_view kStyle =
    "<style>"
    ".page{fill:#ffffff}.text{fill:#24292f;font:12px system-ui,sans-serif}"
    ".axis{stroke:#6e7781;fill:none}.grid{stroke:#8c959f;stroke-opacity:.25;fill:none}"
    ".line{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){.page{fill:#0d1117}.text{fill:#e6edf3}}"
    "</style>\n";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string at(double place) { return fixed(place, 1); }

std::string text(double x, double y, std::string_view anchor, std::string_view words, std::string_view more = {}) {
  return "<text class=\"text\" x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + std::string(anchor) + "\"" +
         std::string(more) + ">" + escaped(words) + "</text>\n";
}

std::string line(std::string_view kind, double x1, double y1, double x2, double y2) {
  return "<path class=\"" + std::string(kind) + "\" d=\"M" + at(x1) + " " + at(y1) + "L" + at(x2) + " " + at(y2) +
         "\"/>\n";
}

// The n-th kind of mark: circle, square, diamond, triangle, upside down.
std::string mark(std::size_t n, double x, double y) {
  const std::string fill = "\" fill=\"" + std::string(kColours[n % kColours.size()]) + "\"/>\n";
  if (n % 5 == 0) return "<circle cx=\"" + at(x) + "\" cy=\"" + at(y) + "\" r=\"4" + fill;
  constexpr std::array kShapes = {"m-4-4h8v8h-8z", "m0-5l5 5l-5 5l-5-5z", "m0-5l5 9h-10z", "m0 5l5-9h-10z"};
  return "<path d=\"M" + at(x) + " " + at(y) + kShapes[n % 5 - 1] + fill;
}

std::string axes(const Plot& plot, const Scale& x, const Scale& y) {
  std::string out;
  for (const auto& tick : x.ticks())
    out += line("grid", x.place(tick.value), kTop, x.place(tick.value), kBottom) +
           text(x.place(tick.value), kBottom + 18, "middle", tick.text);
  for (const auto& tick : y.ticks())
    out += line("grid", kLeft, y.place(tick.value), kRight, y.place(tick.value)) +
           text(kLeft - 8, y.place(tick.value) + 4, "end", tick.text);
  const double middle = (kTop + kBottom) / 2;
  return out + line("axis", kLeft, kBottom, kRight, kBottom) + line("axis", kLeft, kTop, kLeft, kBottom) +
         text((kLeft + kRight) / 2, kHeight - 12, "middle", plot.x.name) +
         text(16, middle, "middle", plot.y.name, " transform=\"rotate(-90 16 " + at(middle) + ")\"");
}

std::string series_of(std::size_t n, const Series& series, const Scale& x, const Scale& y) {
  std::string path, marks;
  const std::size_t every = (series.points.size() + kMostMarks - 1) / kMostMarks;
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const auto& [px, py] = series.points[i];
    path += (path.empty() ? "M" : "L") + at(x.place(px)) + " " + at(y.place(py));
    if (i % every == 0) marks += mark(n, x.place(px), y.place(py));
  }
  return "<path class=\"line\" stroke=\"" + std::string(kColours[n % kColours.size()]) + "\" d=\"" + path + "\"/>\n" +
         marks;
}

}  // namespace

std::string to_svg(const Plot& plot) {
  std::vector<double> xs, ys;
  for (const Series& series : plot.series)
    for (const auto& [px, py] : series.points) xs.push_back(px), ys.push_back(py);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + fixed(kWidth, 0) + " " +
                    fixed(kHeight, 0) + "\" role=\"img\" aria-label=\"" + escaped(plot.title) + "\">\n" +
                    std::string(kStyle) + "<rect class=\"page\" width=\"" + fixed(kWidth, 0) + "\" height=\"" +
                    fixed(kHeight, 0) + "\"/>\n" + text(kLeft, 26, "start", plot.title, " style=\"font-weight:600\"");
  if (!xs.empty()) {
    const Scale x(xs, plot.x, false, kLeft, kRight), y(ys, plot.y, true, kBottom, kTop);
    out += axes(plot, x, y);
    for (std::size_t n = 0; n < plot.series.size(); ++n) out += series_of(n, plot.series[n], x, y);
    for (std::size_t n = 0; n < plot.series.size(); ++n) {
      const double row = kTop + 12 + 20 * static_cast<double>(n);
      out += "<path class=\"line\" stroke=\"" + std::string(kColours[n % kColours.size()]) + "\" d=\"M" +
             at(kRight + 16) + " " + at(row) + "h24\"/>\n" + mark(n, kRight + 28, row) +
             text(kRight + 48, row + 4, "start", plot.series[n].name);
    }
  }
  return out + "</svg>\n";
}

}  // namespace guideway::sim
