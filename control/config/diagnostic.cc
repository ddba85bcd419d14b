#include "control/config/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace guideway::config {
namespace {

constexpr std::size_t kLongestQuote = 80;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }  // of a UTF-8 sequence

std::string_view word(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

std::string count(std::ptrdiff_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

std::string to_text(const Diagnostic& d) {
  std::string line = d.file;
  if (d.line > 0) line += fmt::format(":{}:{}", d.line, d.column);
  line += fmt::format(": {}[{}]: ", word(d.severity), d.code);
  if (!d.path.empty()) line += d.path + ": ";
  line += d.message;
  if (!d.hint.empty()) line += "; " + d.hint;
  return line;
}

std::string summary(std::span<const Diagnostic> diagnostics) {
  const auto errors = std::ranges::count(diagnostics, Severity::error, &Diagnostic::severity);
  const auto warnings = std::ssize(diagnostics) - errors;
  if (errors == 0) return warnings == 0 ? "" : count(warnings, "warning");
  const std::string also = warnings == 0 ? "" : ", " + count(warnings, "warning");
  return count(errors, "error") + also + "; nothing was changed";
}

void to_json(nlohmann::json& json, const Diagnostic& d) {
  json = {{"severity", word(d.severity)}, {"code", d.code}, {"file", d.file},       {"line", d.line},
          {"column", d.column},           {"path", d.path}, {"message", d.message}, {"hint", d.hint}};
}

std::string quote(std::string_view text) {
  std::size_t length = std::min(text.size(), kLongestQuote);
  while (length < text.size() && length > 0 && is_continuation(text[length])) --length;  // a character stays whole
  std::string quoted = "\"";
  for (std::size_t i = 0; i < length; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool c1 = c == 0xc2 && i + 1 < length && static_cast<unsigned char>(text[i + 1]) < 0xa0;  // U+0080 to U+009F
    if (c == '"' || c == '\\') quoted += '\\';
    if (c < 0x20 || c == 0x7f || c1)
      quoted += fmt::format("\\x{:02x}", c1 ? static_cast<unsigned char>(text[++i]) : c);
    else
      quoted += text[i];
  }
  return quoted + (length < text.size() ? "...\"" : "\"");
}

}  // namespace guideway::config
