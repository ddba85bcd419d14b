// ICMP to a VIP: echo is answered, errors about a flow go where the flow goes.
#include "core/wire/icmp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/wire/ipv4.h"
#include "dataplane/reasons.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using core::Reason;

std::uint16_t sum_of(const Bytes& bytes, std::size_t from, std::uint64_t start = 0) {
  Bytes padded = bytes;
  padded.push_back(0);
  for (std::size_t i = from; i < bytes.size(); i += 2) start += core::load<std::uint16_t>(&padded[i]);
  return core::fold_checksum(start);
}

// 0 where the message's checksum is right.
std::uint16_t checksum_error(const Bytes& frame, const Packet& packet) {
  if (frame[12] == 0x08) return sum_of(frame, ip_at + core::ipv4::min_size);
  std::uint64_t pseudo = 0;
  for (std::size_t i = 0; i < 32; i += 2) pseudo += core::load<std::uint16_t>(&frame[ip_at + 8 + i]);
  pseudo += core::load<std::uint16_t>(&frame[ip_at + 4]) + core::swap16(core::protocol::icmpv6);
  return sum_of(frame, transport_at(packet), pseudo);
}

TEST(Icmp, AnswersEchoInTheNameOfTheVip) {
  World world;
  for (const Packet& packet : {Packet{}, ipv6()})
    for (std::size_t payload = 0; payload < 300; ++payload) {
      const Bytes request = echo_request(packet, payload);
      ASSERT_EQ(checksum_error(request, packet), 0);
      const Outcome outcome = world.send(request);
      ASSERT_EQ(outcome.reason, Reason::answered_echo);
      ASSERT_EQ(outcome.action(), core::Action::tx);
      const Bytes& reply = outcome.frame;
      ASSERT_EQ(reply.size(), request.size());
      ASSERT_EQ(checksum_error(reply, packet), 0) << payload;
      const std::size_t icmp = transport_at(packet), half = packet.destination.find(':') == std::string::npos ? 4 : 16;
      const std::size_t source = icmp - 2 * half;
      EXPECT_EQ(reply[icmp], half == 4 ? 0 : 129);
      EXPECT_TRUE(std::equal(&reply[source], &reply[source] + half, &request[source + half])) << "from the VIP";
      EXPECT_TRUE(std::equal(&reply[source + half], &reply[source] + 2 * half, &request[source])) << "to who asked";
      EXPECT_TRUE(std::equal(&reply[0], &reply[0] + 6, &request[6])) << "to where it came from";
      EXPECT_TRUE(std::equal(&reply[6], &reply[6] + 6, &request[0]));
      EXPECT_TRUE(std::equal(reply.begin() + static_cast<std::ptrdiff_t>(icmp) + 4, reply.end(),
                             request.begin() + static_cast<std::ptrdiff_t>(icmp) + 4));
      if (half == 4) {
        EXPECT_EQ(core::ipv4_checksum(&reply[ip_at]), 0) << "of the IP header";
      }
    }
}

// Whatever the sum is: a checksum of 0 and of 0xffff, and a reply of nothing but zeros, among them.
TEST(Icmp, MendsEveryChecksum) {
  for (const std::uint8_t id : std::initializer_list<std::uint8_t>{0, 0x12})
    for (unsigned value = 0; value <= 0xffff; ++value) {
      Bytes message = {8, 0, 0, 0, id, id, 0, 0, 0, 0};
      core::store_be16(&message[8], static_cast<std::uint16_t>(value));
      core::store<std::uint16_t>(&message[2], sum_of(message, 0));
      core::icmp::turn_into_reply(message.data(), core::icmp::echo_reply_v4);
      ASSERT_EQ(sum_of(message, 0), 0) << value;
      ASSERT_EQ(message[0], 0);
    }
}

TEST(Icmp, LeavesEchoToOthersAlone) {
  World world;
  for (const Packet& packet : {Packet{.destination = "203.0.113.99"}, ipv6()}) {
    Packet other = packet;
    if (other.destination != "203.0.113.99") other.destination = "2001:db8:5::99";
    const Bytes request = echo_request(other);
    EXPECT_EQ(world.send(request).reason, Reason::not_ours);
    EXPECT_EQ(world.send(request).frame, request);
  }
}

TEST(Icmp, SendsErrorsToTheBackendOfTheFlow) {
  World world;
  for (const Packet& kind : {Packet{}, udp(), ipv6()})
    for (std::uint16_t port = 1; port < 50; ++port) {
      Packet packet = kind;
      packet.source_port = port;
      const bool v4 = packet.destination.find(':') == std::string::npos;
      const std::string backend = world.sent_to(packet);
      for (const std::uint8_t type :
           v4 ? std::vector<std::uint8_t>{3, 11, 12} : std::vector<std::uint8_t>{1, 2, 3, 4}) {
        const Outcome outcome = world.send(icmp_error(packet, type, 0, v4 ? 28 : 48));
        ASSERT_EQ(dataplane::name(outcome.reason), "forwarded_icmp");
        ASSERT_EQ(world.name_of(outer_destination(outcome.frame)), backend);
      }
    }
}

// The flow lives on where it is, though the table would choose another by now.
TEST(Icmp, AsksTheFlowTableFirst) {
  World world;
  const Packet packet;
  const std::string backend = world.sent_to(packet);
  dataplane::Snapshot snapshot = world.snapshot();
  std::ranges::rotate(snapshot.pools[0].members, snapshot.pools[0].members.begin() + 1);
  world.apply(snapshot);
  EXPECT_EQ(world.name_of(outer_destination(world.send(icmp_error(packet, 3, 4)).frame)), backend);
  Packet unknown = packet;
  unknown.source_port = 1;
  const std::string by_table = world.name_of(outer_destination(world.send(icmp_error(unknown, 3, 4)).frame));
  EXPECT_EQ(world.sent_to(unknown), by_table) << "the table decides alike, and the error left no entry";
}

TEST(Icmp, FindsThePortsBehindOptionsAndExtensionHeaders) {
  World world;
  EXPECT_EQ(world.send(icmp_error({.ip_options = 40}, 3, 4, 68)).reason, Reason::forwarded_icmp);
  EXPECT_EQ(world.send(icmp_error({.ip_options = 40}, 3, 4, 60)).reason, Reason::icmp_unrelated) << "cut off";
}

TEST(Icmp, RefusesErrorsAboutNoFlowOfTheVip) {
  World world;
  const auto reason = [&](const Bytes& frame) { return dataplane::name(world.send(frame).reason); };
  EXPECT_EQ(reason(icmp_error({}, 3, 4, 8)), "icmp_unrelated");
  EXPECT_EQ(reason(icmp_error({}, 3, 4, 23)), "icmp_unrelated");
  EXPECT_EQ(reason(icmp_error({}, 3, 4, 24)), "forwarded_icmp") << "the ports are enough";
  EXPECT_EQ(reason(icmp_error({.fragmentation = 0x0010}, 3, 4)), "icmp_unrelated") << "a later fragment has no ports";
  EXPECT_EQ(reason(icmp_error({.destination_port = 81}, 3, 4)), "no_service");
  Bytes foreign = icmp_error({}, 3, 4);
  foreign[ip_at + core::ipv4::min_size + 8 + 15] ^= 1;  // quotes a packet from somebody else
  EXPECT_EQ(reason(foreign), "icmp_unrelated");
  for (const std::uint8_t type : std::initializer_list<std::uint8_t>{0, 4, 5, 9, 10, 13, 17})
    EXPECT_EQ(reason(icmp_error({}, type, 0)), "unsupported_protocol") << int{type};
}

}  // namespace
}  // namespace guideway::test
