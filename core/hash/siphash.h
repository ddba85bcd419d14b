// SipHash-1-3 with a 64-bit result (Aumasson and Bernstein, 2012, with fewer rounds), over whole 64-bit
// little-endian words. Keyed, so that nobody outside the cluster can aim packets at one line of the flow
// table or one slot; flows are 16 or 40 bytes, so the general byte-wise tail is not needed.
#pragma once

#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

struct SipKey {
  uint64_t low, high;
};

class SipHash13 {
 public:
  GUIDEWAY_INLINE explicit SipHash13(SipKey key)
      : a_(key.low ^ 0x736f6d6570736575),
        b_(key.high ^ 0x646f72616e646f6d),
        c_(key.low ^ 0x6c7967656e657261),
        d_(key.high ^ 0x7465646279746573) {}

  GUIDEWAY_INLINE void add(uint64_t word) {
    d_ ^= word;
    round();
    a_ ^= word;
    ++words_;
  }

  GUIDEWAY_INLINE uint64_t finish() {
    add(static_cast<uint64_t>(words_ * 8) << 56);
    c_ ^= 0xff;
    round();
    round();
    round();
    return a_ ^ b_ ^ c_ ^ d_;
  }

 private:
  static GUIDEWAY_INLINE uint64_t rotate(uint64_t v, unsigned by) { return v << by | v >> (64 - by); }

  GUIDEWAY_INLINE void round() {
    a_ += b_;
    b_ = rotate(b_, 13) ^ a_;
    a_ = rotate(a_, 32);
    c_ += d_;
    d_ = rotate(d_, 16) ^ c_;
    a_ += d_;
    d_ = rotate(d_, 21) ^ a_;
    c_ += b_;
    b_ = rotate(b_, 17) ^ c_;
    c_ = rotate(c_, 32);
  }

  uint64_t a_, b_, c_, d_;
  uint32_t words_ = 0;
};

}  // namespace guideway::core
