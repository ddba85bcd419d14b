// A balancer in miniature: memory of its own, a snapshot in force, a clock that tests turn, and packets through
// the native core.
#pragma once

#include "core/forward/verdict.h"
#include "dataplane/heap_memory.h"
#include "dataplane/publish.h"
#include "tests/world/packet.h"
#include "tests/world/scenery.h"

namespace guideway::test {

struct Outcome {
  core::Reason reason = core::no_reason;
  Bytes frame;  // as it would be sent or passed on

  [[nodiscard]] core::Action action() const { return core::action_of(reason); }
};

// One frame through the core on `memory`, which counts its reason.
Outcome forward(const dataplane::Memory& memory, const Bytes& frame, core::Tick now, std::size_t headroom = 256);

// Small: six lines' worth of tests need no more, and comparisons of whole memories stay quick.
constexpr dataplane::Capacity small_capacity{.flow_entries = 6 * 64, .slots = 64 * 1024, .members = 1024, .cpus = 1};

class World {
 public:
  explicit World(const dataplane::Snapshot& snapshot = scenery(), const dataplane::Capacity& capacity = small_capacity);

  // Throws where the snapshot is refused: tests of refusal use the publisher.
  void apply(dataplane::Snapshot snapshot);  // generations follow each other by themselves

  Outcome send(const Bytes& frame) { return forward(memory(), frame, now); }
  Outcome send(const Packet& packet) { return send(frame_of(packet)); }

  dataplane::Memory& memory() { return memory_.view(); }
  dataplane::Publisher& publisher() { return publisher_; }
  [[nodiscard]] const dataplane::Snapshot& snapshot() const { return snapshot_; }

  // The name of the backend that a packet was sent to; "" where it was not sent.
  std::string sent_to(const Packet& packet);

  // The name of the backend with that address.
  std::string name_of(const Address& destination);

  core::Tick now = 100;

 private:
  dataplane::HeapMemory memory_;
  dataplane::Publisher publisher_;
  dataplane::Snapshot snapshot_;
};

// Every byte of it, to compare by.
Bytes contents(dataplane::Memory& memory);

// The address in an outer header.
Address outer_destination(const Bytes& frame);

}  // namespace guideway::test
