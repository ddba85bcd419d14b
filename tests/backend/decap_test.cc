// `decapsulate` as the kernel runs it: what comes out of a tunnel, and why anything else does not.
#include "backend/decap.h"

#include <bpf/bpf.h>
#include <fmt/format.h>
#include <linux/bpf.h>

#include <random>
#include <set>

#include "core/wire/frame.h"
#include "tests/backend/kernel.h"

namespace guideway::backend {
namespace {

using packet::Bytes;
using packet::Ip;
using packet::operator+;

constexpr std::uint8_t gre_protocol = 47;
constexpr std::uint16_t type_ipv4 = 0x0800, type_ipv6 = 0x86dd;

const Ip outer4{.source = "10.77.0.1", .destination = "10.77.0.11", .protocol = gre_protocol};
const Ip outer6{.source = "2001:db8:77::1", .destination = "2001:db8:77::11", .protocol = gre_protocol};
const Ip inner4{.source = "198.51.100.7", .destination = "203.0.113.10"};
const Ip inner6{.source = "2001:db8:c::7", .destination = "2001:db8:ffff::10"};

std::uint16_t type_of(const Ip& inner) { return inner.source.contains(':') ? type_ipv6 : type_ipv4; }

template <class T>
Ip with(Ip header, T Ip::* field, std::type_identity_t<T> value) {
  header.*field = std::move(value);
  return header;
}

Bytes tunnel(const Ip& outer, const Ip& inner, const Bytes& payload) {
  return packet::frame(packet::ip(outer, packet::gre(type_of(inner)) + packet::ip(inner, payload)));
}

std::string combination(const Ip& outer, const Ip& inner) { return outer.source + " around " + inner.source; }

class Decapsulate : public KernelTest {
 protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (IsSkipped()) return;
    for (const Ip& outer : {outer4, outer6}) ASSERT_TRUE(maps().add_balancer(*parse_address(outer.source)));
    for (const Ip& inner : {inner4, inner6}) ASSERT_TRUE(maps().add_vip(*parse_address(inner.destination)));
  }
};

TEST_F(Decapsulate, TakesTheOuterHeadersOffAndNothingElse) {
  for (const Ip& outer : {outer4, outer6})
    for (const Ip& inner : {inner4, inner6}) {
      SCOPED_TRACE(combination(outer, inner));
      const auto [outcome, reason] = decapsulate(tunnel(outer, inner, packet::numbers(200)));
      EXPECT_EQ(reason, Reason::decapsulated);
      EXPECT_EQ(outcome.action, XDP_PASS);
      EXPECT_EQ(outcome.frame, packet::frame(packet::ip(inner, packet::numbers(200))));
    }
}

TEST_F(Decapsulate, CutsWhatLiesBehindTheInnerPacket) {
  const Bytes inner = packet::ip(inner4, packet::numbers(8));
  const Bytes behind_inner = packet::frame(packet::ip(outer4, packet::gre(type_ipv4) + inner + packet::numbers(5)));
  for (const Bytes& frame : {tunnel(outer4, inner4, packet::numbers(8)) + packet::numbers(7), behind_inner}) {
    const auto [outcome, reason] = decapsulate(frame);
    EXPECT_EQ(reason, Reason::decapsulated);
    EXPECT_EQ(outcome.frame, packet::frame(inner));
  }
}

TEST_F(Decapsulate, TakesJumboFramesInSeveralBuffers) {
  const Bytes payload = packet::numbers(8900);
  for (const Bytes& padding : {Bytes{}, packet::numbers(7), packet::numbers(6000)}) {
    const auto [outcome, reason] = decapsulate(tunnel(outer6, inner6, payload) + padding);
    EXPECT_EQ(reason, Reason::decapsulated);
    EXPECT_EQ(outcome.frame, packet::frame(packet::ip(inner6, payload)));
  }
}

TEST_F(Decapsulate, CountsWhatEachBalancerSent) {
  const Address balancer = *parse_address(outer6.source);
  const Traffic before = maps().traffic(balancer);
  decapsulate(tunnel(outer6, inner4, packet::numbers(80)));
  decapsulate(tunnel(outer6, inner6, packet::numbers(60)));
  decapsulate(tunnel(outer4, inner6, packet::numbers(60)));
  EXPECT_EQ(maps().traffic(balancer).packets - before.packets, 2u);
  EXPECT_EQ(maps().traffic(balancer).bytes - before.bytes, 200u);
}

struct Case {
  Reason reason;
  const char* what;
  Bytes frame;
};

std::vector<Case> cases() {
  const Bytes payload = packet::numbers(40);
  const Bytes inside4 = packet::gre(type_ipv4) + packet::ip(inner4, payload);
  const auto around = [&](const Ip& outer, const Bytes& inside) { return packet::frame(packet::ip(outer, inside)); };
  const auto within = [&](const Ip& inner) { return tunnel(outer4, inner, payload); };
  return {
      {Reason::not_a_tunnel, "ARP", packet::ethernet(0x0806) + packet::numbers(46)},
      {Reason::not_a_tunnel, "a VLAN tag", packet::ethernet(0x8100) + packet::numbers(60)},
      {Reason::not_a_tunnel, "plain IPv4", packet::frame(packet::ip(inner4, payload))},
      {Reason::not_a_tunnel, "plain IPv6", packet::frame(packet::ip(inner6, payload))},
      {Reason::not_a_tunnel, "IPv4 options", around(with(outer4, &Ip::version_and_size, 0x46), inside4)},
      {Reason::not_a_tunnel, "IPv4 of version 5", around(with(outer4, &Ip::version_and_size, 0x55), inside4)},
      {Reason::not_a_tunnel, "an IPv6 extension header", around(with(outer6, &Ip::protocol, 60), inside4)},
      {Reason::stranger, "an unknown IPv4 source", around(with(outer4, &Ip::source, "10.77.0.3"), inside4)},
      {Reason::stranger, "an unknown IPv6 source", around(with(outer6, &Ip::source, "2001:db8:77::3"), inside4)},
      {Reason::stranger, "a VIP as the source", around(with(outer4, &Ip::source, "203.0.113.10"), inside4)},
      {Reason::outer_fragment, "a first fragment", around(with(outer4, &Ip::fragment, 0x2000), inside4)},
      {Reason::outer_fragment, "a last fragment", around(with(outer4, &Ip::fragment, 0x0010), inside4)},
      {Reason::outer_checksum, "a wrong checksum", around(with(outer4, &Ip::sound_checksum, false), inside4)},
      {Reason::outer_length, "an IPv4 length beyond the frame", around(with(outer4, &Ip::length, 1500), inside4)},
      {Reason::outer_length, "an IPv6 length beyond the frame", around(with(outer6, &Ip::length, 1500), inside4)},
      {Reason::outer_length, "an IPv4 length without room for GRE", around(with(outer4, &Ip::length, 23), inside4)},
      {Reason::outer_length, "an IPv6 length without room for GRE", around(with(outer6, &Ip::length, 3), inside4)},
      {Reason::gre_options, "a GRE checksum", around(outer4, packet::gre(type_ipv4, 0x8000) + inside4)},
      {Reason::gre_options, "a GRE key", around(outer6, packet::gre(type_ipv4, 0x2000) + inside4)},
      {Reason::gre_options, "a GRE sequence number", around(outer4, packet::gre(type_ipv4, 0x1000) + inside4)},
      {Reason::gre_options, "GRE version 1", around(outer4, packet::gre(type_ipv4, 1) + inside4)},
      {Reason::gre_protocol, "Ethernet inside", around(outer4, packet::gre(0x6558) + payload)},
      {Reason::inner_length, "nothing inside", around(outer4, packet::gre(type_ipv4))},
      {Reason::inner_length, "half an IPv6 header inside",
       around(outer4, packet::gre(type_ipv6) + packet::numbers(39))},
      {Reason::inner_length, "an inner IPv4 length beyond the tunnel", within(with(inner4, &Ip::length, 61))},
      {Reason::inner_length, "an inner IPv6 length beyond the tunnel", within(with(inner6, &Ip::length, 41))},
      {Reason::inner_malformed, "IPv6 announced as IPv4",
       around(outer4, packet::gre(type_ipv4) + packet::ip(inner6, payload))},
      {Reason::inner_malformed, "IPv4 announced as IPv6",
       around(outer4, packet::gre(type_ipv6) + packet::ip(with(inner4, &Ip::length, 0), payload))},
      {Reason::inner_malformed, "an inner header of 16 bytes", within(with(inner4, &Ip::version_and_size, 0x44))},
      {Reason::inner_malformed, "an inner header longer than its packet",
       within(with(with(inner4, &Ip::version_and_size, 0x4f), &Ip::length, 59))},
      {Reason::not_a_vip, "another IPv4 address inside", within(with(inner4, &Ip::destination, "203.0.113.11"))},
      {Reason::not_a_vip, "another IPv6 address inside", within(with(inner6, &Ip::destination, "2001:db8:ffff::11"))},
      {Reason::congestion, "congestion marked, IPv4 inside", tunnel(with(outer4, &Ip::ecn, 3), inner4, payload)},
      {Reason::congestion, "congestion marked, IPv6 inside", tunnel(with(outer6, &Ip::ecn, 3), inner6, payload)},
  };
}

TEST_F(Decapsulate, HasOneReasonForWhatItDoesNotDecapsulate) {
  for (const auto& [expected, what, frame] : cases()) {
    SCOPED_TRACE(what);
    const auto [outcome, reason] = decapsulate(frame);
    EXPECT_EQ(name_of(reason), std::string(name_of(expected)));
    EXPECT_EQ(outcome.action, action_of(expected) == Action::pass ? XDP_PASS : XDP_DROP);
    EXPECT_EQ(outcome.frame, frame) << "what is not decapsulated is not changed";
  }
}

TEST_F(Decapsulate, HasNoReasonThatNoTestReaches) {
  // A refusal of the driver cannot be provoked, and `elsewhere` has a test of its own.
  std::set<Reason> reached{Reason::decapsulated, Reason::elsewhere, Reason::not_adjustable};
  for (const Case& each : cases()) reached.insert(each.reason);
  EXPECT_EQ(reached.size(), reason_count);
}

TEST_F(Decapsulate, LeavesTunnelsToOtherHostsToARouter) {
  // Test runs arrive on lo; what this host does not have leads on by a veth.
  space().run("ip link add on type veth peer name end && ip link set on up && ip link set end up");
  space().run("ip addr add 10.77.0.11/24 dev on && ip addr add 2001:db8:77::11/64 dev on nodad");
  for (const char* forwarding : {"1", "0"}) {
    for (const char* family : {"ipv4", "ipv6"})
      space().run(fmt::format("echo {} >/proc/sys/net/{}/conf/lo/forwarding", forwarding, family));
    for (const Ip& outer : {outer4, outer6}) {
      SCOPED_TRACE(outer.source + ", forwarding " + forwarding);
      EXPECT_EQ(decapsulate(tunnel(outer, inner4, {})).second, Reason::decapsulated);
      const Bytes led_on = tunnel(with(outer, &Ip::destination, outer.destination + "2"), inner4, {});
      const auto [outcome, reason] = decapsulate(led_on);
      EXPECT_EQ(outcome.action, XDP_PASS);
      EXPECT_EQ(reason, *forwarding == '1' ? Reason::elsewhere : Reason::decapsulated);
      if (*forwarding == '1') EXPECT_EQ(outcome.frame, led_on);
    }
  }
  space().run("ip link del on");
}

// RFC 6040, figure 4, as printed: rows the arriving inner header, columns the outer; each Not-ECT, ECT(0),
// ECT(1), CE.
TEST_F(Decapsulate, CarriesCongestionMarksInwards) {
  constexpr std::uint8_t not_ect = 0, ect0 = 2, ect1 = 1, ce = 3, drop = 0xff;
  constexpr std::uint8_t order[] = {not_ect, ect0, ect1, ce};
  constexpr std::uint8_t expected[4][4] = {
      {not_ect, not_ect, not_ect, drop}, {ect0, ect0, ect1, ce}, {ect1, ect1, ect1, ce}, {ce, ce, ce, ce}};
  for (const Ip& outer : {outer4, outer6})
    for (const Ip& inner : {inner4, inner6})
      for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) {
          SCOPED_TRACE(combination(outer, inner));
          const Ip arriving = with(inner, &Ip::ecn, order[row]);
          const auto [outcome, reason] =
              decapsulate(tunnel(with(outer, &Ip::ecn, order[column]), arriving, packet::numbers(9)));
          const std::uint8_t leaving = expected[row][column];
          EXPECT_EQ(reason, leaving == drop ? Reason::congestion : Reason::decapsulated);
          if (leaving != drop) {
            EXPECT_EQ(outcome.frame, packet::frame(packet::ip(with(inner, &Ip::ecn, leaving), packet::numbers(9))));
          }
        }
}

TEST_F(Decapsulate, SurvivesTruncationAtEveryLength) {
  for (const Ip& outer : {outer4, outer6})
    for (const Ip& inner : {inner4, inner6}) {
      const Bytes whole = tunnel(outer, inner, packet::numbers(30));
      const std::size_t header = outer.source.contains(':') ? 40 : 20;
      for (std::size_t length = 14; length < whole.size(); ++length) {
        SCOPED_TRACE(combination(outer, inner) + ", cut to " + std::to_string(length));
        const auto [outcome, reason] =
            decapsulate({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
        EXPECT_EQ(reason, length < 14 + header ? Reason::not_a_tunnel : Reason::outer_length);
      }
    }
}

TEST_F(Decapsulate, SurvivesTunnelsThatHoldTooLittle) {
  for (const Ip& outer : {outer4, outer6})
    for (const Ip& inner : {inner4, inner6}) {
      const Bytes whole = packet::gre(type_of(inner)) + packet::ip(inner, packet::numbers(30));
      for (std::size_t length = 0; length < whole.size(); ++length) {
        SCOPED_TRACE(combination(outer, inner) + ", holding " + std::to_string(length));
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        const auto [outcome, reason] = decapsulate(packet::frame(packet::ip(outer, cut)));
        EXPECT_EQ(reason, length < 4 ? Reason::outer_length : Reason::inner_length);
      }
    }
}

// decap.h over core's native frame, with the lists of these tests.
struct NativeHost {
  static bool is(const AddressKey& key, const std::string& text) {
    const Address address = *parse_address(text);
    return key.family == static_cast<std::uint32_t>(address.family) && memcmp(key.words, address.bytes, 16) == 0;
  }
  bool is_balancer(const AddressKey& key) const { return is(key, outer4.source) || is(key, outer6.source); }
  bool is_vip(const AddressKey& key) const { return is(key, inner4.destination) || is(key, inner6.destination); }
  bool is_ours(const Tunnel&) const { return true; }
};

TEST_F(Decapsulate, DecidesInTheKernelAsItDoesNatively) {
  std::mt19937 random(20250101);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  std::set<Reason> seen;
  for (int round = 0; round < 4000; ++round) {
    Bytes frame = tunnel(round % 2 ? outer4 : outer6, round % 4 < 2 ? inner4 : inner6, packet::numbers(below(50)));
    for (std::size_t i = 0, changes = below(3); i < changes; ++i) frame[below(100) % frame.size()] ^= 1u << below(8);
    if (below(4) == 0) frame.resize(14 + below(frame.size() - 13));

    Bytes copy = frame;
    const core::Frame native(copy.data(), copy.data(), copy.data() + copy.size());
    Tunnel inside{};
    const Reason expected = examine(native, NativeHost{}, inside);
    ASSERT_EQ(name_of(decapsulate(frame).second), std::string(name_of(expected))) << "round " << round;
    seen.insert(expected);
  }
  EXPECT_GT(seen.size(), 8u) << "the mutations should reach most reasons";
}

TEST_F(Decapsulate, CostsTheVerifierLittle) {
  for (const int program : {kernel->programs.decapsulate, kernel->programs.clamp_mss}) {
    bpf_prog_info info{};
    std::uint32_t size = sizeof info;
    ASSERT_EQ(bpf_obj_get_info_by_fd(program, &info, &size), 0);
    EXPECT_GT(info.verified_insns, 0u);
    EXPECT_LT(info.verified_insns, 100'000u) << info.name;
  }
}

}  // namespace
}  // namespace guideway::backend
