// One line on a terminal's stderr that says how far something is, and is gone when it is done. Where stderr is no
// terminal it writes nothing.
#pragma once

#include <string>

namespace guideway::cli {

class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(double share, const std::string& what);  // share of the whole, 0 to 1

 private:
  bool terminal_;
  std::string shown_;
};

}  // namespace guideway::cli
