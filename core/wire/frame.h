// A frame in memory, with free room before it for an outer header. The packet's way reads through
// `at<Size>(offset)`: an offset from the frame's first byte, checked at each read, never a pointer that
// is carried along. This keeps the BPF verifier's work small (it knows the offset's bounds, not a
// history of pointers), and no pointer outlives a push that moves the frame's start.
//
// This is the native frame; core/bpf/frame.h is the same over the kernel's xdp_md.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

// Offsets are bounded: every header that is read lies within the first bytes of a frame.
constexpr uint32_t max_header_offset = 511;

class Frame {
 public:
  // The frame is [data, end); [floor, data) is free room that push() may take.
  GUIDEWAY_INLINE Frame(uint8_t* floor, uint8_t* data, uint8_t* end) : floor_(floor), data_(data), end_(end) {}

  // The address of `Size` bytes at `offset`, or null where the frame is too short.
  template <uint32_t Size>
  [[nodiscard]] GUIDEWAY_INLINE uint8_t* at(uint32_t offset) const {
    return offset <= max_header_offset && offset + Size <= length() ? data_ + offset : nullptr;
  }

  [[nodiscard]] GUIDEWAY_INLINE uint32_t length() const { return static_cast<uint32_t>(end_ - data_); }

  // Puts `count` bytes of room in front; false where there is none.
  [[nodiscard]] GUIDEWAY_INLINE bool push(uint32_t count) {
    if (static_cast<size_t>(data_ - floor_) < count) return false;
    data_ -= count;
    return true;
  }

  // Cuts `count` bytes off the end.
  [[nodiscard]] GUIDEWAY_INLINE bool trim(uint32_t count) {
    if (count > length()) return false;
    end_ -= count;
    return true;
  }

  [[nodiscard]] GUIDEWAY_INLINE const uint8_t* data() const { return data_; }

 private:
  uint8_t* floor_;
  uint8_t* data_;
  uint8_t* end_;
};

}  // namespace guideway::core
