#include "sim/render/render.h"

#include <nlohmann/json.hpp>

#include "sim/render/scale.h"
#include "tests/sim/measured.h"

namespace guideway::sim {
namespace {

Report sample() {
  Report report;
  report.experiment = "sample";
  report.shows = "nothing";
  report.settings = {{"size", "7", "slots"}};
  report.command = "guideway sim sample --size 7";
  report.findings = {{"a \"claim\" < 1 | 2", "Somebody\\", "it is", Outcome::differs, "because"}};
  report.grids = {{"numbers, some", {{"name"}, {"a,b", 2}}, {{"x \"y\"", 1.0 / 3}, {"z", 1e6}}}};
  report.plots = {{"lines", "A & B < C", {"x", true}, {"y"}, {{"<one>", {{1, 0}, {1000, 5}}}, {"two", {{10, 2}}}}}};
  report.notes = {"a note"};
  return report;
}

// Whether every tag is closed in order, with its attributes quoted and no stray < or &.
bool well_formed(std::string_view xml) {
  std::vector<std::string> open;
  bool rooted = false;
  while (!xml.empty()) {
    const auto tag = xml.find('<');
    const auto text = xml.substr(0, tag);
    for (auto at = text.find('&'); at != text.npos; at = text.find('&', at + 1))
      if (text.find(';', at) == text.npos) return false;
    if (tag == xml.npos) break;
    const auto end = xml.find('>', tag);
    if (end == xml.npos) return false;
    auto inside = xml.substr(tag + 1, end - tag - 1);
    xml.remove_prefix(end + 1);
    if (std::ranges::count(inside, '"') % 2 != 0 || inside.contains('<')) return false;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return false;
      open.pop_back();
    } else if (!inside.ends_with('/')) {
      if (open.empty() && rooted) return false;
      open.emplace_back(inside.substr(0, inside.find(' ')));
      rooted = true;
    }
  }
  return rooted && open.empty();
}

TEST(Render, TheCheckerOfSvgFindsFaults) {
  EXPECT_TRUE(well_formed("<a><b x=\"1\"/>t &amp; u</a>\n"));
  for (const std::string_view wrong : {"", "<a>", "<a></b>", "<a><b></a></b>", "<a b=\"></a>", "<a>&</a>", "<a/><b"})
    EXPECT_FALSE(well_formed(wrong)) << wrong;
}

TEST(Render, JsonHasAllOfIt) {
  const auto json = nlohmann::json::parse(to_json(sample()));
  EXPECT_EQ(json["experiment"], "sample");
  EXPECT_EQ(json["settings"]["size"], "7");
  EXPECT_EQ(json["findings"][0]["claim"], "a \"claim\" < 1 | 2");
  EXPECT_EQ(json["findings"][0]["source"], "Somebody\\");
  EXPECT_EQ(json["findings"][0]["outcome"], "differs");
  EXPECT_EQ(json["grids"][0]["columns"][1], "a,b");
  EXPECT_EQ(json["grids"][0]["rows"][0][1], 1.0 / 3);
  EXPECT_EQ(json["plots"][0]["series"][0]["points"][1], (nlohmann::json{1000, 5}));
  EXPECT_EQ(json["notes"][0], "a note");
}

TEST(Render, CsvQuotesWhatNeedsIt) {
  EXPECT_EQ(to_csv(sample()), "# sample: numbers, some\nname,\"a,b\"\n\"x \"\"y\"\"\",0.3333333333333333\nz,1000000\n");
}

TEST(Render, PeopleReadRoundedNumbers) {
  const auto text = to_people(sample());
  EXPECT_NE(text.find("  name          a,b\n  x \"y\"        0.33\n  z      1000000.00\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nvary it:  guideway sim sample --size 7\n"), std::string::npos);
}

TEST(Render, MarkdownEscapesBarsAndShowsPlots) {
  const auto text = to_markdown(std::vector<Report>{sample()});
  EXPECT_NE(text.find("| a \"claim\" < 1 \\| 2 | Somebody\\ | it is | **differs**: because |"), std::string::npos)
      << text;
  EXPECT_NE(text.find("![A & B < C](sample-lines.svg)"), std::string::npos);
}

TEST(Render, SvgIsWellFormed) {
  EXPECT_TRUE(well_formed(to_svg(sample().plots[0])));
  EXPECT_TRUE(well_formed(to_svg({"none", "Nothing", {"x"}, {"y"}})));
  for (const std::string_view name : {"evenness", "ring-skew"})
    for (const Plot& plot : measured(name, {{"backends", "20"}}).plots) EXPECT_TRUE(well_formed(to_svg(plot)));
}

TEST(Render, TicksAreRoundAndFew) {
  const auto texts = [](const Scale& scale) {
    std::vector<std::string> texts;
    for (const auto& tick : scale.ticks()) texts.push_back(tick.text);
    return texts;
  };
  const auto linear = Scale({3, 97}, {"y"}, true, 0, 100);
  EXPECT_EQ(texts(linear), (std::vector<std::string>{"0", "20", "40", "60", "80", "100"}));
  const auto decades = Scale({1, 1e6}, {"x", true}, false, 0, 600);
  EXPECT_EQ(texts(decades), (std::vector<std::string>{"1", "10", "100", "1k", "10k", "100k", "1M"}));
  EXPECT_DOUBLE_EQ(decades.place(1000), 300);
  const auto one = Scale({5}, {"x"}, false, 0, 100);  // no span: nothing divides by 0
  EXPECT_EQ(one.place(5), 0);
}

}  // namespace
}  // namespace guideway::sim
