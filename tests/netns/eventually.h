// Waiting for what another program or the kernel will do: a condition and a deadline, never a fixed sleep.
#pragma once

#include <chrono>
#include <thread>

namespace guideway::netns {

template <class Condition>
[[nodiscard]] bool eventually(Condition&& condition, std::chrono::milliseconds deadline = std::chrono::seconds(10)) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace guideway::netns
