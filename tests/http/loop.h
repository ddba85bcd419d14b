// Turns the loop of the code under test until a condition holds, with a deadline.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>

namespace guideway::test {

template <class Condition>
[[nodiscard]] bool run_until(boost::asio::io_context& loop, Condition&& condition,
                             std::chrono::milliseconds deadline = std::chrono::seconds(10)) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    loop.restart();
    loop.run_one_for(std::chrono::milliseconds(20));
  }
  return true;
}

}  // namespace guideway::test
