#include "control/config/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace guideway::config {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

unsigned byte(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

// The length of the UTF-8 sequence at `i`, 0 if it is none (RFC 3629: shortest form, no surrogates, at
// most U+10FFFF).
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const unsigned lead = byte(text, i);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length == 0 || i + length > text.size()) return 0;
  const unsigned lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (byte(text, i + 1) < lowest || byte(text, i + 1) > highest) return 0;
  for (std::size_t k = 2; k < length; ++k)
    if ((byte(text, i + k) & 0xc0) != 0x80) return 0;
  return length;
}

bool is_control(std::string_view text, std::size_t i) {
  const unsigned c = byte(text, i);
  if (c == '\r') return i + 1 == text.size() || text[i + 1] != '\n';
  return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
}

void check_characters(std::string_view text, Report& report) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const auto refuse = [&](std::string_view what) {
      report.error(place_of(text, i), "not-text", fmt::format("{} (0x{:02x})", what, byte(text, i)),
                   "the file must be plain UTF-8 text");
    };
    if (length == 0) return refuse("not valid UTF-8");
    if (is_control(text, i)) return refuse("a control character");
    if (text.substr(i, length) == kByteOrderMark) return refuse("a byte-order mark inside the text");
    i += length;
  }
}

}  // namespace

Place place_of(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<int>(std::ranges::count(before, '\n')) + 1, static_cast<int>(offset - line_start) + 1, {}};
}

std::string_view checked_text(std::string_view text, Report& report) {
  if (text.size() > kMaxFileSize) {
    report.error({}, "too-large", fmt::format("the file is larger than {} MiB", kMaxFileSize >> 20),
                 "is this the right file?");
  } else if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    report.error({1, 1, {}}, "not-text", "this is UTF-16", "save the file as UTF-8");
  } else {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    check_characters(text, report);
  }
  return text;
}

}  // namespace guideway::config
