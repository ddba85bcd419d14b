// Where the standard library gives up (out of memory, a broken precondition) it prints a line first, and for that
// line alone the module would import files from WASI. Here each of these places traps instead, which names the
// function as well. All are meant to be replaced: operator new by the standard, the other by libc++.
#include <__verbose_abort>
#include <cstddef>
#include <cstdlib>
#include <new>

void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }

namespace {

void* or_trap(void* memory) {
  if (memory == nullptr) __builtin_trap();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return or_trap(std::malloc(bytes == 0 ? 1 : bytes)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  return or_trap(std::aligned_alloc(to, (bytes + to - 1) / to * to));
}
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
