#include "bench/xdp_checks.h"

#include <fmt/format.h>

#include "bench/xdp_world.h"
#include "core/wire/transport.h"
#include "dataplane/counters.h"
#include "dataplane/heap_memory.h"
#include "dataplane/reasons.h"
#include "dataplane/replay/native.h"

namespace guideway::bench {

Result<void> check_same_as_native(dataplane::XdpObject& object) {
  dataplane::HeapMemory memory(capacity);
  if (const auto done = furnish(memory.view()); !done) return done;
  dataplane::NativeRunner native(memory.view());
  for (std::uint32_t flow = 0; flow < 1000; ++flow) {
    const Frame frame = segment(flow, core::tcp::ack);
    const auto expected = native.run(frame, 0);
    const auto sent = send_one(object.program(), frame);
    if (!sent) return std::unexpected(sent.error());
    if (expected->action != core::Action::tx || expected->frame != *sent)
      return std::unexpected(
          Error{"bench.differs", fmt::format("the program and the native core differ on flow {}", flow), {}});
  }
  return {};
}

std::uint64_t sent_for(const dataplane::Memory& memory, core::Reason reason) {
  return dataplane::read_counters(memory).reasons[static_cast<std::size_t>(reason)];
}

Result<void> check_sent_for(const dataplane::Memory& memory, core::Reason reason, std::uint64_t before,
                            std::uint32_t packets) {
  const std::uint64_t sent = sent_for(memory, reason) - before;
  if (sent <= packets && sent >= packets - packets / 50) return {};
  return std::unexpected(
      Error{"bench.reason", fmt::format("of {} packets, {} were {}", packets, sent, dataplane::name(reason)), {}});
}

}  // namespace guideway::bench
