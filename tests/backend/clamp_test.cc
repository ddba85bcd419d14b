// `clamp_mss` as the kernel runs it: the MSS in a VIP's SYN and SYN-ACK, wherever the option lies.
#include <linux/pkt_cls.h>

#include "tests/backend/kernel.h"

namespace guideway::backend {
namespace {

using packet::Bytes;
using packet::Ip;
using packet::operator+;

constexpr std::uint8_t fin = 1, syn = 2, ack = 16;
constexpr std::uint16_t limit4 = 1436, limit6 = 1416;

const Ip vip4{.source = "203.0.113.10", .destination = "198.51.100.7"};
const Ip vip6{.source = "2001:db8:ffff::10", .destination = "2001:db8:c::7"};

Bytes mss(std::uint16_t value) {
  return {2, 4, static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}
const Bytes nop{1}, end{0}, sack{4, 2}, scale{3, 3, 7}, timestamps = Bytes{8, 10} + packet::numbers(8);

Bytes segment(const Ip& header, std::uint8_t flags, const Bytes& options) {
  return packet::frame(packet::ip(header, packet::tcp(header, flags, options)));
}

class Clamp : public KernelTest {
 protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (IsSkipped()) return;
    for (const Ip& vip : {vip4, vip6}) ASSERT_TRUE(maps().add_vip(*parse_address(vip.source)));
    ASSERT_TRUE(maps().set_segments({limit4, limit6, 0}));
  }

  void expect_unchanged(const Bytes& frame) {
    const Outcome outcome = clamp(frame);
    EXPECT_EQ(static_cast<int>(outcome.action), TC_ACT_UNSPEC) << "others' filters come next";
    EXPECT_EQ(outcome.frame, frame);
  }
  void expect(const Bytes& frame, const Bytes& expected) {
    const Outcome outcome = clamp(frame);
    EXPECT_EQ(static_cast<int>(outcome.action), TC_ACT_UNSPEC);
    EXPECT_EQ(outcome.frame, expected);
    EXPECT_TRUE(packet::has_sound_tcp_checksum({outcome.frame.begin() + 14, outcome.frame.end()}));
  }
};

TEST_F(Clamp, LowersTheMssWhereverItLies) {
  const Bytes before[] = {{},
                          nop,
                          nop + nop,
                          sack,
                          scale,
                          timestamps,
                          timestamps + sack + scale + nop,
                          nop + nop + nop + nop + nop + nop + nop + timestamps};
  for (const Bytes& options : before)
    for (const std::uint8_t flags : {syn, static_cast<std::uint8_t>(syn | ack)}) {
      SCOPED_TRACE(testing::PrintToString(options));
      expect(segment(vip4, flags, options + mss(1460)), segment(vip4, flags, options + mss(limit4)));
      expect(segment(vip6, flags, options + mss(1440)), segment(vip6, flags, options + mss(limit6)));
      expect(segment(vip4, flags, options + mss(65535) + sack), segment(vip4, flags, options + mss(limit4) + sack));
    }
}

TEST_F(Clamp, NeverRaisesIt) {
  for (const std::uint16_t value : {std::uint16_t{0}, std::uint16_t{536}, limit4})
    expect_unchanged(segment(vip4, syn | ack, mss(value)));
  expect_unchanged(segment(vip6, syn | ack, mss(limit6)));
}

TEST_F(Clamp, LeavesEverythingElseAlone) {
  Ip other4 = vip4, other6 = vip6, udp = vip4, fragment = vip4;
  other4.source = "10.77.0.11";
  other6.source = "2001:db8:77::11";
  udp.protocol = 17;
  fragment.fragment = 0x0010;
  expect_unchanged(segment(other4, syn | ack, mss(1460)));
  expect_unchanged(segment(other6, syn | ack, mss(1460)));
  expect_unchanged(segment(udp, syn | ack, mss(1460)));
  expect_unchanged(segment(fragment, syn | ack, mss(1460)));
  expect_unchanged(segment(vip4, ack, mss(1460)));
  expect_unchanged(segment(vip4, fin | ack, mss(1460)));
  expect_unchanged(packet::ethernet(0x0806) + packet::numbers(46));
}

TEST_F(Clamp, StopsAtOptionsThatMakeNoSense) {
  expect_unchanged(segment(vip4, syn | ack, {}));
  expect_unchanged(segment(vip4, syn | ack, end + nop + nop + nop + mss(1460)));
  expect_unchanged(segment(vip4, syn | ack, Bytes{5, 0, 1, 1} + mss(1460)));
  expect_unchanged(segment(vip4, syn | ack, Bytes{5, 1, 1, 1} + mss(1460)));
  expect_unchanged(segment(vip4, syn | ack, Bytes{5, 255, 1, 1} + mss(1460)));
  expect_unchanged(segment(vip4, syn | ack, Bytes{2, 3, 255, 1}));
  expect_unchanged(segment(vip4, syn | ack, nop + nop + Bytes{2, 4}));
}

TEST_F(Clamp, SurvivesTruncationAtEveryLength) {
  for (const Ip& vip : {vip4, vip6}) {
    const Bytes whole = segment(vip, syn | ack, mss(1460));
    const std::size_t header = vip.source.contains(':') ? 40 : 20;
    for (std::size_t length = 14 + header; length < whole.size(); ++length)
      expect_unchanged({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
  }
}

}  // namespace
}  // namespace guideway::backend
