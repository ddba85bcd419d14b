// The packet's way is one straight line of code in every home: each step is inlined into its caller,
// so that the BPF verifier sees plain loads and the native compiler keeps values in registers.
#pragma once

#define GUIDEWAY_INLINE inline __attribute__((always_inline))
#define GUIDEWAY_INLINE_LAMBDA __attribute__((always_inline))
