// An experiment: a name, what it shows, the parameters it takes and the function that runs it. Experiments know nothing
// of terminals, files or clocks; what they need of the world comes in through Context, so that they run in a
// browser as well, and tests can hand them a clock that stands still.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sim/report.h"

namespace guideway::sim {

// Whole numbers between two bounds, or, where `words` are given, some of those.
struct Parameter {
  std::string_view name;
  std::string_view meaning;
  std::string_view standard;  // its default, as it would be typed; lists have commas
  std::uint64_t least = 1, most = 1;
  bool list = false;
  std::string_view words{};  // the words allowed, with spaces between
};

inline constexpr Parameter kSeed = {"seed", "all chance comes from it", "1", 0, UINT32_MAX};

// The parameters of one run, all of them present and within their bounds.
class Settings {
 public:
  std::uint64_t number(std::string_view name) const { return numbers(name).front(); }
  const std::vector<std::uint64_t>& numbers(std::string_view name) const;
  const std::vector<std::string>& words(std::string_view name) const;
  const std::string& text(std::string_view name) const;  // as typed

 private:
  friend Result<Settings> settings_of(const struct Experiment& experiment,
                                      const std::map<std::string, std::string, std::less<>>& given);
  struct Value {
    std::string text;
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> words;
  };
  std::map<std::string, Value, std::less<>> values_;
};

struct Context {
  std::function<double()> milliseconds;        // a clock that never goes back
  std::function<void(double share)> progress;  // of the whole, 0 to 1
};

struct Experiment {
  std::string_view name;
  std::string_view shows;
  std::vector<Parameter> parameters;
  Result<Report> (*measure)(const Settings& settings, const Context& context);
};

// The parameters given, as text, and defaults for the rest. Errors: sim.unknown-parameter, sim.bad-parameter.
Result<Settings> settings_of(const Experiment& experiment,
                             const std::map<std::string, std::string, std::less<>>& given);

// Runs it, and completes the report with what was run. Errors are those of the builders in balance/.
Result<Report> run(const Experiment& experiment, const Settings& settings, const Context& context);

}  // namespace guideway::sim
