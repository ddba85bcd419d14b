// What the wrapper program and the process that times it share: which flows come, in which order. Lies in
// the wrapper's .bss, mapped into the process.
#pragma once

#include <stdint.h>

namespace guideway::bench {

enum class Order : uint32_t { random, sequential };

struct Traffic {
  uint64_t state;     // random: the generator's; sequential: the next flow
  uint64_t failures;  // packets that were not sent, or could not be made whole again
  Order order;
  uint32_t flows;  // random: drawn from [0, flows)
};

// Flow i is 10.0.0.0 + i towards the service; a client's port goes with it.
constexpr uint32_t first_client = 0x0a000000;
constexpr uint32_t client_of(uint32_t flow) { return first_client + flow; }
constexpr uint16_t port_of(uint32_t flow) { return static_cast<uint16_t>(flow * 0x9e37u | 0x8000u); }

constexpr uint16_t service_port = 80;

}  // namespace guideway::bench
