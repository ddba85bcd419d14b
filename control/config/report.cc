#include "control/config/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace guideway::config {
namespace {

constexpr std::size_t kMostDiagnostics = 1000;

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string last_step(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

Place Place::key(std::string_view name) const {
  const bool bare = !name.empty() && name.size() <= 63 && std::ranges::all_of(name, plain);
  Place below{line, column, path};
  if (!below.path.empty()) below.path += '.';
  below.path += bare ? std::string(name) : quote(name);
  return below;
}

Place Place::item(std::size_t index) const { return {line, column, fmt::format("{}[{}]", path, index)}; }

void Report::error(const Place& place, std::string_view code, std::string message, std::string hint) {
  add(Severity::error, place, code, std::move(message), std::move(hint));
}

void Report::warning(const Place& place, std::string_view code, std::string message, std::string hint) {
  add(Severity::warning, place, code, std::move(message), std::move(hint));
}

void Report::add(Severity severity, const Place& place, std::string_view code, std::string message, std::string hint) {
  std::size_t& kept = severity == Severity::error ? errors_ : warnings_;
  failed_ |= severity == Severity::error;
  if (kept == kMostDiagnostics) {
    cut_ = true;
    return;
  }
  if (!seen_.emplace(place.line, place.column, last_step(place.path), message).second) return;
  ++kept;
  diagnostics_.push_back({severity, "config." + std::string(code), file_, place.line, place.column, place.path,
                          std::move(message), std::move(hint)});
}

std::vector<Diagnostic> Report::take() {
  std::ranges::sort(diagnostics_, {},
                    [](const Diagnostic& d) { return std::tie(d.line, d.column, d.path, d.message); });
  if (cut_)
    diagnostics_.push_back({failed_ ? Severity::error : Severity::warning,
                            "config.too-many",
                            file_,
                            0,
                            0,
                            {},
                            fmt::format("more than {} of a kind; the rest is not shown", kMostDiagnostics),
                            {}});
  return std::move(diagnostics_);
}

}  // namespace guideway::config
