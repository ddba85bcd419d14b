#include "control/config/word.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "control/config/suggest.h"

namespace guideway::config {
namespace {

constexpr std::size_t kLongestName = 63;
constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-";

}  // namespace

bool read_text(const Value& value, std::string_view what, std::string& out) {
  if (!value.is(TreeNode::Kind::scalar) || value.text().empty()) {
    value.wrong_type(what);
    return false;
  }
  if (std::ranges::any_of(value.text(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; })) {
    value.error("control-character", fmt::format("{} has a control character in it", value.describe()), "remove it");
    return false;
  }
  out = value.text();
  return true;
}

bool read_absolute_path(const Value& value, std::size_t longest, std::string& out) {
  std::string path;
  if (!read_text(value, "an absolute path", path)) return false;
  const bool fits = path.size() <= longest;
  if (path.front() == '/' && fits) {
    out = path;
    return true;
  }
  value.error("bad-path", fits ? quote(path) + " is not an absolute path" : "the path is too long",
              fits ? "start it with /" : fmt::format("at most {} bytes", longest));
  return false;
}

bool check_name(const Place& place, std::string_view name, Report& report) {
  const bool good =
      !name.empty() && name.size() <= kLongestName && name.find_first_not_of(kNameCharacters) == std::string_view::npos;
  if (!good)
    report.error(place, "bad-name", fmt::format("{} is not a name", quote(name)),
                 fmt::format("1 to {} letters, digits and . _ : -", kLongestName));
  return good;
}

bool read_name(const Value& value, std::string& out) {
  std::string name;
  if (!read_text(value, "a name", name) || !check_name(value.place(), name, value.report())) return false;
  out = std::move(name);
  return true;
}

void report_choice(const Value& value, std::span<const std::string_view> available,
                   std::span<const std::string_view> planned) {
  const std::string choose = fmt::format("choose {}", fmt::join(available, ", "));
  if (!value.is(TreeNode::Kind::scalar))
    return value.error("wrong-type", "expected a word, found " + value.describe(), choose);
  if (std::ranges::find(planned, value.text()) != planned.end())
    return value.error("not-available", fmt::format("{} is not available in this version", value.describe()), choose);
  const std::string_view meant = closest(value.text(), available);
  value.error("unknown-value", "unknown: " + value.describe(),
              meant.empty() ? choose : fmt::format("did you mean \"{}\"?", meant));
}

}  // namespace guideway::config
