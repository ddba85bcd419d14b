// Which compilation of a GUIDEWAY_WIDEST function (balance/widest.h) is to run: that of the widest vectors the machine
// has, or its unmarked twin. The result is the same; tests hold them together, and benchmarks apart.
#pragma once

namespace guideway::balance {

enum class Simd { widest, none };

// Whether a vector of the widest can be gathered from memory faster than its lanes can be read one by one: with
// AVX-512.
inline bool gathers() {
#if defined(__x86_64__) && defined(__linux__) && !defined(GUIDEWAY_PORTABLE)
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
#else
  return false;
#endif
}

}  // namespace guideway::balance
