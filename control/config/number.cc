#include "control/config/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace guideway::config {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

struct Unit {
  std::string_view name;
  milliseconds length;
};

constexpr Unit kUnits[] = {{"ms", milliseconds(1)}, {"s", seconds(1)}, {"m", minutes(1)}, {"h", hours(1)}};

// All of `text` as decimal digits; what has more than twelve of them is beyond every bound anyway.
std::optional<std::uint64_t> digits(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
  std::uint64_t number = 1'000'000'000'000;
  if (text.size() <= 12) std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::optional<milliseconds> duration_of(std::string_view text) {
  const std::size_t split = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = digits(text.substr(0, split));
  const auto unit = std::ranges::find(kUnits, text.substr(split), &Unit::name);
  if (!number || unit == std::end(kUnits)) return std::nullopt;
  return static_cast<std::int64_t>(*number) * unit->length;
}

}  // namespace

std::optional<std::uint64_t> number_in(const Value& value, std::uint64_t least, std::uint64_t most) {
  const auto number = value.is(TreeNode::Kind::scalar) ? digits(value.text()) : std::nullopt;
  const std::string range = fmt::format("a whole number from {} to {}", least, most);
  if (!number) {
    value.wrong_type(range);
  } else if (*number < least || *number > most) {
    value.error("out-of-range", fmt::format("{} is out of range", value.describe()), range);
    return std::nullopt;
  }
  return number;
}

bool read_percent(const Value& value, unsigned& out) {
  std::string_view text = value.text();
  if (text.ends_with('%')) text.remove_suffix(1);
  const auto number = value.is(TreeNode::Kind::scalar) ? digits(text) : std::nullopt;
  if (!number || *number > 100) {
    value.wrong_type("a percentage from 0% to 100%");
    return false;
  }
  out = static_cast<unsigned>(*number);
  return true;
}

bool read_duration(const Value& value, milliseconds least, milliseconds most, milliseconds& out) {
  const auto duration = value.is(TreeNode::Kind::scalar) ? duration_of(value.text()) : std::nullopt;
  if (!duration) {
    const bool bare = value.is(TreeNode::Kind::scalar) && digits(value.text());
    value.error("bad-duration", fmt::format("expected a duration, found {}", value.describe()),
                bare ? fmt::format("give it a unit: {}s, or {}ms", value.text(), value.text())
                     : "a whole number and ms, s, m or h, as in 500ms or 3s");
    return false;
  }
  if (*duration < least || *duration > most) {
    value.error("out-of-range", fmt::format("{} is out of range", value.describe()),
                fmt::format("from {} to {}", to_text(least), to_text(most)));
    return false;
  }
  out = *duration;
  return true;
}

bool read_seconds(const Value& value, seconds least, seconds most, seconds& out) {
  milliseconds duration{};
  if (!read_duration(value, least, most, duration)) return false;
  if (duration % seconds(1) != milliseconds(0)) {
    value.error("bad-duration", fmt::format("{} is no whole number of seconds", value.describe()), "round it");
    return false;
  }
  out = std::chrono::duration_cast<seconds>(duration);
  return true;
}

std::string to_text(milliseconds duration) {
  const Unit* unit = std::end(kUnits) - 1;
  while (unit != kUnits && duration % unit->length != milliseconds(0)) --unit;
  return fmt::format("{}{}", duration / unit->length, unit->name);
}

}  // namespace guideway::config
