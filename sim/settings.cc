#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "sim/experiment.h"

namespace guideway::sim {

namespace {

using Text = std::string_view;

std::vector<Text> split(Text text, char at) {
  std::vector<Text> parts;
  for (;;) {
    const auto end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == Text::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::unexpected<Error> bad(const Parameter& parameter, Text given, std::string hint) {
  return std::unexpected(Error{"sim.bad-parameter",
                               "--" + std::string(parameter.name) + ": '" + std::string(given) + "' will not do",
                               std::move(hint), Exit::bad_input});
}

std::string bounds(const Parameter& parameter) {
  return "give " + std::string(parameter.list ? "whole numbers" : "a whole number") + " from " +
         std::to_string(parameter.least) + " to " + std::to_string(parameter.most) +
         (parameter.list ? ", with commas between" : "");
}

std::string choices(const Parameter& parameter) {
  std::string hint = parameter.list ? "choose among " : "choose one of ";
  for (const char c : parameter.words) hint += c == ' ' ? std::string(", ") : std::string(1, c);
  return hint;
}

// Looks for a name that every experiment's own list has; another one is a fault of ours.
template <class Values>
auto& found(const Values& values, Text name) {
  const auto at = values.find(name);
  if (at == values.end()) std::abort();
  return at->second;
}

}  // namespace

const std::vector<std::uint64_t>& Settings::numbers(Text name) const { return found(values_, name).numbers; }
const std::vector<std::string>& Settings::words(Text name) const { return found(values_, name).words; }
const std::string& Settings::text(Text name) const { return found(values_, name).text; }

Result<Settings> settings_of(const Experiment& experiment,
                             const std::map<std::string, std::string, std::less<>>& given) {
  for (const auto& [name, value] : given)
    if (std::ranges::find(experiment.parameters, Text(name), &Parameter::name) == experiment.parameters.end())
      return std::unexpected(Error{"sim.unknown-parameter", std::string(experiment.name) + " has no --" + name,
                                   "see guideway sim " + std::string(experiment.name) + " --help", Exit::bad_input});
  Settings settings;
  for (const Parameter& parameter : experiment.parameters) {
    const auto at = given.find(parameter.name);
    Settings::Value value{at == given.end() ? std::string(parameter.standard) : at->second, {}, {}};
    const auto parts = parameter.list ? split(value.text, ',') : std::vector<Text>{value.text};
    for (const Text part : parts) {
      if (!parameter.words.empty()) {
        const auto allowed = split(parameter.words, ' ');
        if (std::ranges::find(allowed, part) == allowed.end()) return bad(parameter, part, choices(parameter));
        value.words.emplace_back(part);
        continue;
      }
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
      if (error != std::errc{} || end != part.data() + part.size() || number < parameter.least ||
          number > parameter.most)
        return bad(parameter, part, bounds(parameter));
      value.numbers.push_back(number);
    }
    settings.values_.emplace(parameter.name, std::move(value));
  }
  return settings;
}

Result<Report> run(const Experiment& experiment, const Settings& settings, const Context& context) {
  auto report = experiment.measure(settings, context);
  if (!report) return report;
  report->experiment = experiment.name;
  report->shows = experiment.shows;
  report->command = "guideway sim " + report->experiment;
  for (const Parameter& parameter : experiment.parameters) {
    const std::string& value = settings.text(parameter.name);
    report->settings.push_back({std::string(parameter.name), value, std::string(parameter.meaning)});
    report->command += " --" + std::string(parameter.name) + " " + value;
  }
  return report;
}

}  // namespace guideway::sim
