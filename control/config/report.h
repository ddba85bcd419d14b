// Where the loader's findings gather. Nothing stops at the first error: everybody reports and goes on
// with a default, and who asks for the result at the end gets all of it, in the order of the file.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "control/config/diagnostic.h"

namespace guideway::config {

// A place in the file, by position and by path.
struct Place {
  int line = 0;
  int column = 0;
  std::string path;

  [[nodiscard]] Place key(std::string_view name) const;  // the same position, one step further down
  [[nodiscard]] Place item(std::size_t index) const;
};

class Report {
 public:
  explicit Report(std::string file) : file_(std::move(file)) {}

  void error(const Place& place, std::string_view code, std::string message, std::string hint = {});
  void warning(const Place& place, std::string_view code, std::string message, std::string hint = {});

  [[nodiscard]] bool failed() const { return failed_; }

  // All of it, in the order of the file; of more than a thousand errors, or warnings, the first thousand
  // found. A file can be wrong in a million places, and nobody reads that far.
  std::vector<Diagnostic> take();

 private:
  void add(Severity severity, const Place& place, std::string_view code, std::string message, std::string hint);

  std::string file_;
  bool failed_ = false;
  bool cut_ = false;
  std::size_t errors_ = 0, warnings_ = 0;  // kept
  std::vector<Diagnostic> diagnostics_;
  // Position, last step of the path, message: what an alias repeats elsewhere is said once.
  std::set<std::tuple<int, int, std::string, std::string>> seen_;
};

}  // namespace guideway::config
