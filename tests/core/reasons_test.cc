// Every reason is one that a packet can meet: for each, a packet that does. A new reason needs its packet here.
#include "dataplane/reasons.h"

#include <gtest/gtest.h>

#include <map>

#include "dataplane/counters.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;

TEST(Reasons, AreAllReachableAndCounted) {
  World world(scenery(), {.flow_entries = 6, .slots = 4096, .members = 64, .cpus = 1});
  std::map<Reason, std::uint64_t> met;
  const auto send = [&](const Bytes& frame) { ++met[world.send(frame).reason]; };
  const auto broken = [](std::size_t at, std::uint8_t value) {
    Bytes frame = frame_of({});
    frame[at] = value;
    return frame;
  };

  Bytes truncated = frame_of({});
  truncated.pop_back();

  send(broken(12, 0x88));                           // not_ip
  send(frame_of({.destination = "192.0.2.1"}));     // not_ours
  send(frame_of({.payload = 1}));                   // forwarded_new
  send(frame_of({.payload = 2}));                   // forwarded_flow
  for (std::uint16_t port = 0; port < 6; ++port) {  // forwarded_untracked: six kept flows fill
    send(frame_of({.source_port = port}));          // the line
    ++world.now;
    send(frame_of({.source_port = port}));
  }
  send(frame_of({.source_port = 6}));
  send(truncated);                                                           // truncated
  send(broken(ip_at, 0x41));                                                 // malformed
  send(broken(ip_at + 9, 132));                                              // unsupported_protocol
  send(frame_of({.destination_port = 81}));                                  // no_service
  send(frame_of({.destination = "203.0.113.14"}));                           // no_backend
  send(frame_of({.destination = "203.0.113.15"}));                           // next_hop_unresolved
  send(frame_of({.payload = 1600}));                                         // too_big
  ++met[forward(world.memory(), frame_of({}), world.now, 0).reason];         // no_headroom
  send(echo_request({}));                                                    // answered_echo
  send(icmp_error({}, 3, 1));                                                // forwarded_icmp
  send(icmp_error({}, 3, 1, 20));                                            // icmp_unrelated
  send(frame_of({.fragmentation = 0x2000}));                                 // forwarded_new, and
  send(frame_of({.fragmentation = 0x0010}));                                 // forwarded_fragment
  send(frame_of({.identification = 9, .fragmentation = 0x0010}));            // fragment_unmatched
  send(frame_of({.destination = "203.0.113.13", .fragmentation = 0x2000}));  // fragment
  send(with_extensions(frame_of(ipv6()), std::vector<std::uint8_t>(9, core::protocol::routing)));  // extension_headers

  const dataplane::Counters counters = dataplane::read_counters(world.memory());
  for (std::uint32_t i = 0; i < core::reason_count; ++i) {
    const auto reason = static_cast<Reason>(i);
    SCOPED_TRACE(dataplane::name(reason));
    EXPECT_EQ(counters.reasons[i], met[reason]);
    if (reason == Reason::inconsistent) {
      EXPECT_EQ(met[reason], 0u) << "a fault of ours, which nothing may bring about";
    } else {
      EXPECT_GT(met[reason], 0u);
    }
  }
}

TEST(Reasons, HaveNamesAndTextsOfTheirOwn) {
  std::map<std::string_view, int> names, texts;
  for (std::uint32_t i = 0; i < core::reason_count; ++i) {
    ++names[dataplane::name(static_cast<Reason>(i))];
    ++texts[dataplane::text(static_cast<Reason>(i))];
  }
  EXPECT_EQ(names.size(), core::reason_count);
  EXPECT_EQ(texts.size(), core::reason_count);
  EXPECT_EQ(dataplane::name(core::no_reason), "unknown");
  static_assert(core::reason_count <= core::max_reasons);
}

}  // namespace
}  // namespace guideway::test
