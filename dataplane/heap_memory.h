// Memory of a process's own, zeroed: what replay, tests and benchmarks run on.
#pragma once

#include <memory>
#include <vector>

#include "dataplane/memory.h"

namespace guideway::dataplane {

class HeapMemory {
 public:
  explicit HeapMemory(const Capacity& capacity);

  [[nodiscard]] Memory& view() { return memory_; }

 private:
  struct Unmap {
    std::size_t size;
    void operator()(void* pages) const;
  };
  std::vector<std::unique_ptr<void, Unmap>> pages_;
  Memory memory_;
};

}  // namespace guideway::dataplane
