#include "dataplane/heap_memory.h"

#include <sys/mman.h>

#include <bit>
#include <new>

namespace guideway::dataplane {

std::uint32_t flow_lines(std::uint32_t entries) {
  return std::bit_ceil((entries + core::entries_per_line - 1) / core::entries_per_line);
}

void HeapMemory::Unmap::operator()(void* pages) const { munmap(pages, size); }

// Pages straight from the kernel: zeroed, and only those that are touched cost memory.
HeapMemory::HeapMemory(const Capacity& capacity) {
  for_each_array(memory_, capacity, [this]<class Value>(const char*, std::span<Value>& array, std::uint32_t entries) {
    const std::size_t size = entries * sizeof(Value);
    void* const pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    pages_.emplace_back(pages, Unmap{size});
    array = {static_cast<Value*>(pages), entries};
  });
}

}  // namespace guideway::dataplane
