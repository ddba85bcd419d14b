// Any bytes as a frame through the native core, on the scenery of the tests (tests/world/scenery.h), whose flow table
// and clock go on from input to input. Two promises are held besides the sanitizers': what is addressed to a
// VIP never reaches the kernel and everything else does, unchanged; and what is sent is the packet as it came,
// behind an outer header without fault. Both are judged by code of this file's own.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <span>

#include "tests/world/world.h"

namespace {

using guideway::core::Action;
using Bytes = guideway::test::Bytes;
using View = std::span<const std::uint8_t>;

void demand(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

unsigned number(View bytes, std::size_t at) { return bytes[at] * 256u + bytes[at + 1]; }

bool is_ip(View frame, unsigned type, std::size_t header) {
  return frame.size() >= 14 + header && number(frame, 12) == type;
}

bool is_to_a_vip(View frame) {
  static const std::set<Bytes> vips = [] {
    std::set<Bytes> all;
    for (const auto& service : guideway::test::scenery().services)
      all.insert({service.vip.bytes, service.vip.bytes + service.vip.size()});
    return all;
  }();
  if (is_ip(frame, 0x0800, 20)) return vips.contains({frame.begin() + 30, frame.begin() + 34});
  return is_ip(frame, 0x86dd, 40) && vips.contains({frame.begin() + 38, frame.begin() + 54});
}

std::size_t ip_length(View ip) { return ip[0] >> 4 == 4 ? number(ip, 2) : 40 + number(ip, 4); }

void check_sent(View in, View out) {
  const View outer = out.subspan(14);
  const bool ipv4 = number(out, 12) == 0x0800;
  const std::size_t header = ipv4 ? 20 : 40;
  demand(outer.size() > header + 4, "an outer header is in front");
  demand(ip_length(outer) == outer.size(), "the outer length is the frame's");
  demand(outer[ipv4 ? 9 : 6] == 47, "it says GRE");
  if (ipv4) {
    unsigned sum = 0;
    for (std::size_t at = 0; at < 20; at += 2) sum += number(outer, at);
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
    demand(sum == 0xffff, "the outer checksum is right");
  }
  demand(number(outer, header) == 0, "GRE has no options");
  demand(number(outer, header + 2) == number(in, 12), "GRE says what is inside");
  const View inner = outer.subspan(header + 4), original = in.subspan(14, ip_length(in.subspan(14)));
  demand(std::ranges::equal(inner, original), "the inner packet is unchanged, its padding gone");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static guideway::test::World world;
  if (size == 0) return 0;
  world.now = (world.now + data[0] % 8) & guideway::core::tick_mask;
  const Bytes frame(data + 1, data + size);
  const auto outcome = world.send(frame);

  demand((outcome.action() != Action::pass) == is_to_a_vip(frame), "what is to a VIP is ours, and nothing else");
  demand(outcome.reason != guideway::core::Reason::inconsistent, "the tables do not contradict each other");
  if (outcome.action() == Action::pass) demand(outcome.frame == frame, "what is passed on is unchanged");
  if (outcome.action() == Action::tx) check_sent(frame, outcome.frame);
  return 0;
}
