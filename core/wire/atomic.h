// Words shared between CPUs, and between the kernel and user space. Plain aligned loads and stores of
// one word are atomic on the machines we run on; `volatile` keeps BPF's compiler from tearing, merging or
// repeating them (clang 19 has no atomic loads for that target), natively the language's own atomics do.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

template <class Word>
GUIDEWAY_INLINE Word load_shared(const Word* at) {
#if defined(__bpf__)
  return *static_cast<const volatile Word*>(at);
#else
  Word word;
  __atomic_load(at, &word, __ATOMIC_ACQUIRE);
  return word;
#endif
}

template <class Word>
GUIDEWAY_INLINE void store_shared(Word* at, Word value) {
#if defined(__bpf__)
  *static_cast<volatile Word*>(at) = value;
#else
  __atomic_store(at, &value, __ATOMIC_RELEASE);
#endif
}

// True where *at was `expected` and is now `value`.
GUIDEWAY_INLINE bool compare_and_swap(uint64_t* at, uint64_t expected, uint64_t value) {
  return __sync_val_compare_and_swap(at, expected, value) == expected;
}

}  // namespace guideway::core
