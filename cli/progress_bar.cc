#include "cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace guideway::cli {

namespace {
constexpr int kWidth = 40;
}

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (!shown_.empty()) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(double share, const std::string& what) {
  if (!terminal_) return;
  const int full = static_cast<int>(std::clamp(share, 0.0, 1.0) * kWidth);
  std::string bar;
  for (int i = 0; i < kWidth; ++i) bar += i < full ? "█" : "░";
  auto line = fmt::format("\r\x1b[K{} {:3.0f} %  {}", bar, 100 * share, what);
  if (line == shown_) return;
  shown_ = std::move(line);
  fmt::print(stderr, "{}", shown_);
  std::fflush(stderr);
}

}  // namespace guideway::cli
