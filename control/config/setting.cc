#include "control/config/setting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "control/config/suggest.h"

namespace guideway::config {

std::string_view report_unknown(const Entry& entry, std::span<const std::string_view> known, Report& report) {
  if (entry.key == "<<") {
    report.error(entry.place, "unknown-key", "merge keys are not read",
                 "name the whole value with &NAME and use *NAME");
    return {};
  }
  const std::string_view meant = closest(entry.key, known);
  report.error(entry.place, "unknown-key", "unknown key",
               meant.empty() ? fmt::format("known here: {}", fmt::join(known, ", "))
                             : fmt::format("did you mean \"{}\"?", meant));
  return meant;
}

void report_missing(const Value& section, const Key& key) {
  section.report().error(section.place().key(key.name), "missing-key", "required, but missing",
                         std::string(key.meaning));
}

}  // namespace guideway::config
