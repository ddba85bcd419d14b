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
    uint8_t* const data = reinterpret_cast<uint8_t*>(static_cast<uint64_t>(context_->data));
    uint8_t* const end = reinterpret_cast<uint8_t*>(static_cast<uint64_t>(context_->data_end));
    uint8_t* const place = data + offset;
    return place + Size <= end ? place : nullptr;
  }

  [[nodiscard]] GUIDEWAY_INLINE uint32_t length() const { return context_->data_end - context_->data; }

  [[nodiscard]] GUIDEWAY_INLINE bool push(uint32_t count) {
    return xdp_adjust_head(context_, -static_cast<int>(count)) == 0;
  }

  [[nodiscard]] GUIDEWAY_INLINE bool trim(uint32_t count) {
    return xdp_adjust_tail(context_, -static_cast<int>(count)) == 0;
  }

 private:
  xdp_md* context_;
};

}  // namespace guideway::core::bpf
