// Who is who: the names behind the indexes of core/forward/state.h. They lie next to the tables, pinned with
// them, so that a daemon that starts finds the same backends under the same ids, and flows go on.
#pragma once

#include <stdint.h>

namespace guideway::dataplane {

constexpr uint32_t max_name = 63;  // bytes

struct BackendName {
  char name[max_name + 1];  // zero-terminated; empty: this place was never used
  uint8_t address[16];
  uint8_t family;
  uint8_t retired;  // in no snapshot any more; flows may still refer to it
  uint8_t spare[14];
};
static_assert(sizeof(BackendName) == 96);

struct ServiceName {
  char name[max_name + 1];
};
static_assert(sizeof(ServiceName) == 64);

}  // namespace guideway::dataplane
