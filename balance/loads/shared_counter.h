// A counter for many threads, in a cache line that nothing else uses and in a place of its own, so that its holder
// can be moved (for one thread, before use). Relaxed: it says nothing about other memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace guideway::balance {

class SharedCounter {
 public:
  explicit SharedCounter(std::uint64_t start = 0) : line_(std::make_unique<Line>()) { line_->value = start; }

  std::uint64_t value() const { return line_->value.load(std::memory_order_relaxed); }

  // Up, or down by one; returns what it was before.
  std::uint64_t up(std::uint64_t by = 1) { return line_->value.fetch_add(by, std::memory_order_relaxed); }
  std::uint64_t down() { return line_->value.fetch_sub(1, std::memory_order_relaxed); }

 private:
  struct alignas(64) Line {
    std::atomic<std::uint64_t> value = 0;
  };

  std::unique_ptr<Line> line_;
};

}  // namespace guideway::balance
