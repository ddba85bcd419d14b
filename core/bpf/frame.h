// A frame as an XDP program holds it: the kernel's xdp_md. Data pointers are taken anew at each read, so
// that none outlives an adjustment of head or tail. See core/wire/frame.h for the interface.
//
// Only for --target=bpf. This folder alone may include the kernel's <linux/bpf.h>.
#pragma once

#include <linux/bpf.h>

#include "core/bpf/helpers.h"
#include "core/wire/bytes.h"
#include "core/wire/frame.h"

namespace guideway::core::bpf {

class XdpFrame {
 public:
  GUIDEWAY_INLINE explicit XdpFrame(xdp_md* context) : context_(context) {}

  template <uint32_t Size>
  [[nodiscard]] GUIDEWAY_INLINE uint8_t* at(uint32_t offset) const {
    if (offset > max_header_offset) return nullptr;
    uint64_t bounded = offset;
    if (!__builtin_constant_p(offset)) {
      // The verifier must see the bound on the very register that is added: the compiler might check one copy
      // and add another.
      asm volatile("%0 &= %1" : "+r"(bounded) : "i"(max_header_offset));
    }
    uint8_t* const data = reinterpret_cast<uint8_t*>(static_cast<uint64_t>(context_->data));
    uint8_t* const end = reinterpret_cast<uint8_t*>(static_cast<uint64_t>(context_->data_end));
    uint8_t* const place = data + bounded;
    return place + Size <= end ? place : nullptr;
  }

  // Subtracted as the pointers that they are to the verifier: in 32 bits, which the compiler would take, it refuses.
  [[nodiscard]] GUIDEWAY_INLINE uint32_t length() const {
    uint64_t length = context_->data_end;
    const uint64_t data = context_->data;
    asm volatile("%0 -= %1" : "+r"(length) : "r"(data));
    return static_cast<uint32_t>(length);
  }

  [[nodiscard]] GUIDEWAY_INLINE bool push(uint32_t count) {
    return xdp_adjust_head(context_, -static_cast<int>(count)) == 0;
  }

  [[nodiscard]] GUIDEWAY_INLINE bool trim(uint32_t count) {
    return xdp_adjust_tail(context_, -static_cast<int>(count)) == 0;
  }

  [[nodiscard]] GUIDEWAY_INLINE xdp_md* context() const { return context_; }

 private:
  xdp_md* context_;
};

}  // namespace guideway::core::bpf
