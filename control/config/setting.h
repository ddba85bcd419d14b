// A section of the file is a table of settings, and everything about a key is said once, in its row:
// which keys are known (and so what a mistyped one was meant to be), which must be there, how a value is
// read, and what the reference in docs/configuration.md says of it.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "control/config/value.h"

namespace guideway::config {

struct Key {
  std::string_view name;
  std::string_view standard;  // the default, for the reference; kRequired where there is none
  std::string_view meaning;   // a phrase for the reference, and the hint where the key is missing
};

inline constexpr std::string_view kRequired = "required";

template <class Target>
struct Setting {
  Key key;
  void (*read)(const Value& value, Target& target);
};

// What the key was probably meant to be, or nothing.
std::string_view report_unknown(const Entry& entry, std::span<const std::string_view> known, Report& report);
void report_missing(const Value& section, const Key& key);

// Reads the mapping `section` into `target`, in the order of the file.
template <class Target, std::size_t Count>
void read_section(const Value& section, const Setting<Target> (&settings)[Count], Target& target) {
  const std::vector<Entry> entries = section.entries();
  std::vector<std::string_view> meant;  // by mistyped keys: not missing as well
  for (const Entry& entry : entries) {
    const auto setting =
        std::ranges::find(settings, entry.key, [](const auto& candidate) { return candidate.key.name; });
    if (setting != std::end(settings)) {
      setting->read(entry.value, target);
      continue;
    }
    std::vector<std::string_view> known;
    for (const auto& candidate : settings) known.push_back(candidate.key.name);
    meant.push_back(report_unknown(entry, known, section.report()));
  }
  if (!section.is(TreeNode::Kind::map) && !section.is(TreeNode::Kind::null)) return;  // said already
  for (const auto& [key, read] : settings)
    if (key.standard == kRequired && std::ranges::find(entries, key.name, &Entry::key) == entries.end() &&
        std::ranges::find(meant, key.name) == meant.end())
      report_missing(section, key);
}

}  // namespace guideway::config
