// Any bytes as a burst of packets, through the native core over the snapshot of tests/world/scenery.h. What
// is promised of each packet is held against the bytes alone, read here a second time and in another way.
//
// An input is a row of packets: a byte of ticks that pass, a byte of headroom (255: as much as XDP promises), a
// length in two bytes, and the frame. The flow table begins empty, so that an input says the same each time.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/forward/forward.h"
#include "core/wire/frame.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Action;
using core::Reason;

void demand(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

unsigned be16(const Bytes& bytes, std::size_t at) { return static_cast<unsigned>(bytes[at] << 8 | bytes[at + 1]); }

struct Sent {
  Reason reason;
  Bytes frame;
};

// Buffers are exactly as long as the frame, so that the sanitizer sees a step over either end.
Sent forward_exactly(const dataplane::Memory& memory, const Bytes& bytes, std::size_t headroom, core::Tick now) {
  Bytes buffer(headroom + bytes.size());
  std::ranges::copy(bytes, buffer.begin() + static_cast<std::ptrdiff_t>(headroom));
  core::Frame frame(buffer.data(), buffer.data() + headroom, buffer.data() + buffer.size());
  const Reason reason = core::forward(frame, dataplane::View<true>(memory), now);
  return {reason, {frame.data(), frame.data() + frame.length()}};
}

// Where the IP header begins: behind at most two VLAN tags.
std::size_t link_size(const Bytes& frame) {
  std::size_t size = 14;
  while (size < 22 && frame.size() >= size + 4 && (be16(frame, size - 2) == 0x8100 || be16(frame, size - 2) == 0x88a8))
    size += 4;
  return size;
}

Bytes tags(const Bytes& frame) {
  if (frame.size() < 14) return {};
  return {frame.begin() + 12, frame.begin() + static_cast<std::ptrdiff_t>(link_size(frame)) - 2};
}

Bytes untagged(Bytes frame) {
  if (frame.size() < 14) return frame;
  frame.erase(frame.begin() + 12, frame.begin() + static_cast<std::ptrdiff_t>(link_size(frame)) - 2);
  return frame;
}

// The address that a frame goes to, where it is long enough to have one.
bool goes_to_vip(const Bytes& frame, const dataplane::Snapshot& snapshot) {
  const auto is = [&](const Address& vip, std::size_t at) {
    return std::memcmp(&frame[at], vip.bytes, vip.size()) == 0;
  };
  if (frame.size() < 14) return false;
  const unsigned type = be16(frame, 12);
  return std::ranges::any_of(snapshot.services, [&](const dataplane::Service& service) {
    if (service.vip.family == Family::ipv4) return type == 0x0800 && frame.size() >= 34 && is(service.vip, 30);
    return type == 0x86dd && frame.size() >= 54 && is(service.vip, 38);
  });
}

// RFC 1071: all of a good header's 16-bit words sum to ones.
bool header_sums(const Bytes& frame, std::size_t at) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < 20; i += 2) sum += be16(frame, at + i);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return sum == 0xffff;
}

void check_outer_ipv4(const Bytes& in, const Bytes& out, const dataplane::Snapshot& snapshot) {
  demand(out[14] == 0x45 && be16(out, 16) == out.size() - 14, "the outer length is the frame's");
  demand(out[22] == 64 && out[23] == 47, "the outer header says GRE, with a fresh TTL");
  demand(header_sums(out, 14), "the outer checksum is right");
  demand(std::memcmp(&out[26], snapshot.source.bytes, 4) == 0, "it comes from us");
  const bool whole = be16(in, 12) != 0x0800 || (in[20] & 0x40) != 0;
  demand(be16(out, 20) == (whole ? 0x4000 : 0), "don't-fragment is copied, and IPv6 is never fragmented");
}

void check_outer_ipv6(const Bytes& out, const dataplane::Snapshot& snapshot) {
  demand(be16(out, 12) == 0x86dd && out[14] >> 4 == 6, "what is not IPv4 is IPv6");
  demand(be16(out, 18) == out.size() - 54, "the outer length is the frame's");
  demand(out[20] == 47 && out[21] == 64, "the outer header says GRE, with a fresh hop limit");
  demand(std::memcmp(&out[22], snapshot.source6.bytes, 16) == 0, "it comes from us");
}

void check_sent(const Bytes& in, const Bytes& out, const dataplane::Snapshot& snapshot) {
  const bool inner_v4 = be16(in, 12) == 0x0800, outer_v4 = be16(out, 12) == 0x0800;
  const std::size_t inner_length = inner_v4 ? be16(in, 16) : 40 + be16(in, 18);
  const std::size_t gre_at = outer_v4 ? 34 : 54;
  demand(out.size() == gre_at + 4 + inner_length, "padding is cut off");
  demand(out.size() <= 14 + 1500, "it fits the MTU");
  demand(std::memcmp(&out[gre_at + 4], &in[14], inner_length) == 0, "the inner packet is unchanged");
  demand(be16(out, gre_at) == 0, "GRE has no options");
  demand(be16(out, gre_at + 2) == be16(in, 12), "GRE says what is inside");
  const unsigned inner_marks = inner_v4 ? in[15] : be16(in, 14) >> 4 & 0xff;
  demand((outer_v4 ? out[15] : be16(out, 14) >> 4 & 0xff) == inner_marks, "DSCP and ECN are copied");
  outer_v4 ? check_outer_ipv4(in, out, snapshot) : check_outer_ipv6(out, snapshot);
  const auto is_it = [&](const dataplane::Backend& backend) { return outer_destination(out) == backend.address; };
  demand(std::ranges::any_of(snapshot.backends, is_it), "it goes to a backend");
}

// An echo's reply: back to where the request came from, and its data with it.
void check_answer(const Bytes& in, const Bytes& out) {
  demand(out.size() == in.size(), "a reply is as long as its request");
  demand(std::memcmp(&out[0], &in[6], 6) == 0 && std::memcmp(&out[6], &in[0], 6) == 0, "it goes back");
  const bool v4 = be16(in, 12) == 0x0800;
  const std::size_t source = v4 ? 26 : 22, size = v4 ? 4 : 16;
  demand(std::memcmp(&out[source], &in[source + size], size) == 0, "it comes from the VIP");
  demand(std::memcmp(&out[source + size], &in[source], size) == 0, "it goes to who asked");
  if (!v4) return;
  const std::size_t message = 14 + (in[14] & 0xfu) * 4;
  demand(in[message] == 8 && out[message] == 0, "it is the reply");
  demand(std::equal(out.begin() + static_cast<std::ptrdiff_t>(message) + 4, out.end(),
                    in.begin() + static_cast<std::ptrdiff_t>(message) + 4),
         "it carries what the request did");
}

void check(const Bytes& in, const Sent& sent, const dataplane::Snapshot& snapshot) {
  const Action action = core::action_of(sent.reason);
  demand(sent.reason != Reason::inconsistent, "the tables do not contradict each other");
  demand((action == Action::pass) != goes_to_vip(untagged(in), snapshot), "what is to a VIP is ours, and nothing else");
  if (action == Action::tx) {
    demand(tags(in) == tags(sent.frame), "tags stay");
    if (sent.reason == Reason::answered_echo) return check_answer(untagged(in), untagged(sent.frame));
    return check_sent(untagged(in), untagged(sent.frame), snapshot);
  }
  if (sent.reason == Reason::no_headroom) return;  // found out only after the padding was cut off
  demand(sent.frame == in, "what is not sent is unchanged");
}

}  // namespace
}  // namespace guideway::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace guideway::test;
  static World world;
  std::ranges::fill(world.memory().flows, guideway::core::FlowLine{});
  std::ranges::fill(world.memory().fragments, guideway::core::FragmentLine{});
  guideway::core::Tick now = 0;
  for (std::size_t at = 0; at + 4 <= size;) {
    now = (now + data[at]) & guideway::core::tick_mask;
    const std::size_t headroom = data[at + 1] == 255 ? 256 : data[at + 1] % 64;
    const std::size_t length = std::min<std::size_t>(data[at + 2] * 256u + data[at + 3], size - at - 4);
    const Bytes frame(data + at + 4, data + at + 4 + length);
    at += 4 + length;

    const Sent first = forward_exactly(world.memory(), frame, headroom, now);
    check(frame, first, world.snapshot());
    // The same again at once: the same bytes. A flow does not wander.
    const Sent again = forward_exactly(world.memory(), frame, headroom, now);
    demand(again.frame == first.frame, "a flow does not wander");
  }
  return 0;
}
